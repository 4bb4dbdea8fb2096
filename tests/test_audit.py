"""An audit fails for a known vulnerability, and for nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import audit
from tests.audit import Verdict, of_npm_audit, of_pip_audit, verdict

PIP = """{"dependencies": [
    {"name": "numpy", "version": "2.1.0", "vulns": []},
    {"name": "tamaya", "skip_reason": "editable"},
    {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-2021-66", "fix_versions": []}]}
], "fixes": []}"""
NPM = """{"auditReportVersion": 2, "vulnerabilities": {
    "vite": {"name": "vite", "severity": "high", "via": []}
}, "metadata": {}}"""


def answering(output: str, error: str = "") -> list[str]:
    """A command that prints something."""
    code = f"import sys; sys.stdout.write({output!r}); sys.stderr.write({error!r}); sys.exit(1)"
    return [sys.executable, "-c", code]


def test_a_known_vulnerability_is_named(tmp_path: Path) -> None:
    pip = verdict("PyPI", answering(PIP), tmp_path, of_pip_audit)
    assert pip.vulnerable == ("jinja2 2.4.1 (PYSEC-2021-66)",)
    npm = verdict("npm", answering(NPM), tmp_path, of_npm_audit)
    assert npm.vulnerable == ("vite (high)",)


@pytest.mark.parametrize(
    "command",
    [
        answering("", "ConnectionError: no route to host"),
        answering('{"message": "request failed", "error": {}}'),
        ["no-such-program"],
    ],
)
def test_a_registry_that_does_not_answer_is_silence(tmp_path: Path, command: list[str]) -> None:
    for read in (of_pip_audit, of_npm_audit):
        silent = verdict("PyPI", command, tmp_path, read)
        assert silent.silence
        assert not silent.vulnerable
        assert "does not answer" in str(silent)


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ([Verdict("a"), Verdict("b")], 0),
        ([Verdict("a"), Verdict("b", silence="down")], 0),
        ([Verdict("a", ("vite (high)",)), Verdict("b", silence="down")], 1),
    ],
)
def test_only_a_known_vulnerability_fails(
    monkeypatch: pytest.MonkeyPatch, verdicts: list[Verdict], code: int
) -> None:
    answers = iter(verdicts)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: None)
    monkeypatch.setattr(audit, "verdict", lambda *_: next(answers))
    assert audit.main() == code
