"""Asks the registries of PyPI and npm for known vulnerabilities: `python -m tests.audit`.

Fails for a known vulnerability. A registry that does not answer is named, and fails nothing: a
change should not wait for somebody else's server.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.truth import ROOT

_SECONDS = 90
"""in which a registry has answered"""


@dataclass(frozen=True)
class Verdict:
    """What one registry says."""

    registry: str
    vulnerable: tuple[str, ...] = ()
    """packages with known vulnerabilities"""
    silence: str = ""
    """why there is no answer"""

    def __str__(self) -> str:
        if self.silence:
            return f"{self.registry}: not audited, the registry does not answer ({self.silence})"
        if self.vulnerable:
            return f"{self.registry}: known vulnerabilities in {', '.join(self.vulnerable)}"
        return f"{self.registry}: no known vulnerabilities"


def of_pip_audit(output: str) -> tuple[str, ...]:
    """Packages with vulnerabilities in what `pip-audit --format json` prints."""
    return tuple(
        f"{package['name']} {package['version']} ({', '.join(v['id'] for v in package['vulns'])})"
        for package in json.loads(output)["dependencies"]
        if package.get("vulns")
    )


def of_npm_audit(output: str) -> tuple[str, ...]:
    """Packages with vulnerabilities in what `npm audit --json` prints."""
    vulnerabilities = json.loads(output)["vulnerabilities"]
    return tuple(f"{name} ({entry['severity']})" for name, entry in sorted(vulnerabilities.items()))


def verdict(
    registry: str, command: Sequence[str], folder: Path, read: Callable[[str], tuple[str, ...]]
) -> Verdict:
    """Runs an audit and reads its answer; anything else counts as silence."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=folder, timeout=_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Verdict(registry, silence=str(error).splitlines()[0])
    try:
        return Verdict(registry, read(done.stdout))
    except (ValueError, KeyError, TypeError, AttributeError):
        return Verdict(registry, silence=_complaint(done.stdout, done.stderr))


def _complaint(output: str, errors: str) -> str:
    """Why there is no answer: what JSON calls the message, or the last line of the errors."""
    try:
        return str(json.loads(output)["message"])[:200]
    except (ValueError, KeyError, TypeError):
        return (errors.strip() or output.strip() or "no output").splitlines()[-1][:200]


def main() -> int:
    """Prints a line for each registry; 1 if one knows a vulnerability."""
    install = [sys.executable, "-m", "pip", "install", "-q", "pip-audit"]
    subprocess.run(install, check=False, capture_output=True, timeout=_SECONDS)
    options = ["--progress-spinner", "off", "--skip-editable", "--timeout", "10"]
    pip = [sys.executable, "-m", "pip_audit", *options, "--format", "json"]
    verdicts = [
        verdict("PyPI", pip, ROOT, of_pip_audit),
        verdict("npm", ["npm", "audit", "--omit=optional", "--json"], ROOT / "web", of_npm_audit),
    ]
    for line in verdicts:
        print(line)
    return int(any(line.vulnerable for line in verdicts))


if __name__ == "__main__":
    sys.exit(main())
