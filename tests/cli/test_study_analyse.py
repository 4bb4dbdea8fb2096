"""`tamaya study analyse` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tamaya.study import templates
from tests.cli.program import tamaya
from tests.humans import study


@pytest.mark.filterwarnings("error::Warning")
def test_a_report_is_written_and_bad_input_is_one_line(tmp_path: Path) -> None:
    study.write(tmp_path / "HanabiData", people=12)
    (tmp_path / "plan.toml").write_text(templates.template("eger2017"))
    done = tamaya(
        "study", "analyse", "plan.toml", "HanabiData", "--no-moves", "--json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    numbers = json.loads(done.stdout)
    assert numbers["people"]["analysed"] == 12
    assert json.loads((tmp_path / "analysis" / "analysis.json").read_text()) == numbers
    assert "<svg" in (tmp_path / "analysis" / "report.html").read_text()
    text = (tmp_path / "plan.toml").read_text()
    (tmp_path / "bad.toml").write_text(text.replace('["full", "outer"]', '["fully", "outer"]'))
    bad = tamaya("study", "analyse", "bad.toml", "HanabiData", cwd=tmp_path)
    assert bad.returncode == 2
    assert "analysis.contrasts compares 'fully', which is not an arm" in bad.stderr
    absent = tamaya("study", "analyse", "plan.toml", "nowhere", cwd=tmp_path)
    assert absent.returncode == 2
    assert absent.stderr.startswith("error: 'nowhere' is not a folder")
