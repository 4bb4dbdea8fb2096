"""Files that people pass on: written whole or not at all, and checked before they are read."""

from tamaya.files.atomic import write_whole
from tamaya.files.checksum import SEAL, check, sealed

__all__ = ["SEAL", "check", "sealed", "write_whole"]
