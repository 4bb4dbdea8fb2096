"""Reads and writes data files: atomic writes, and checksums verified before reading."""

from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed
from tamaya.files.paths import is_file, is_folder

__all__ = ["SEAL", "check", "is_file", "is_folder", "sealed", "write_whole"]
