"""Reads and writes files: atomic writes, checks of output paths, checksums, document sections."""

from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed
from tamaya.files.outputs import check_folder, check_picture, check_writable, make_folder
from tamaya.files.paths import cache_folder, is_file, is_folder
from tamaya.files.sections import replace_section

__all__ = [
    "SEAL",
    "cache_folder",
    "check",
    "check_folder",
    "check_picture",
    "check_writable",
    "is_file",
    "is_folder",
    "make_folder",
    "replace_section",
    "sealed",
    "write_whole",
]
