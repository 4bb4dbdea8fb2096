"""Reads and writes files: atomic writes, checksums verified before reading, document sections."""

from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed
from tamaya.files.paths import is_file, is_folder
from tamaya.files.sections import replace_section

__all__ = [
    "SEAL",
    "check",
    "is_file",
    "is_folder",
    "replace_section",
    "sealed",
    "write_whole",
]
