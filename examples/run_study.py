"""From a study template to a checked study file and an empty export: python examples/run_study.py

The commands are those of `tamaya study`; a program can prepare many studies with them.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path


def tamaya(*words: str) -> str:
    """Runs a command of `tamaya` in this Python environment and returns what it prints."""
    program = [sys.executable, "-c", "from tamaya.cli import main; main()", *words]
    return subprocess.run(program, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    folder = Path(tempfile.mkdtemp())
    study = folder / "pilot.toml"
    tamaya("study", "new", str(study), "--template", "eger2017")
    contact = 'contact = "hanabi@example.org"'
    study.write_text(re.sub('^contact = ".*"', contact, study.read_text(), flags=re.M))
    print(tamaya("study", "check", str(study)))
    print(tamaya("study", "export", str(study), "--out", str(folder / "export")))
    print("next: tamaya study serve", study.name)
