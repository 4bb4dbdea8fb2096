"""`tamaya study analyse` from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tamaya.study import templates
from tests.humans import study


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    tamaya = Path(sys.executable).with_name("tamaya")
    command = [str(tamaya), "study", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def test_a_report_is_written_and_bad_input_is_one_line(tmp_path: Path) -> None:
    study.write(tmp_path / "HanabiData", people=12)
    (tmp_path / "plan.toml").write_text(templates.template("eger2017"))
    done = run(tmp_path, "analyse", "plan.toml", "HanabiData", "--no-moves", "--json")
    assert done.returncode == 0, done.stderr
    numbers = json.loads(done.stdout)
    assert numbers["people"]["analysed"] == 12
    assert json.loads((tmp_path / "analysis" / "analysis.json").read_text()) == numbers
    assert "<svg" in (tmp_path / "analysis" / "report.html").read_text()
    text = (tmp_path / "plan.toml").read_text()
    (tmp_path / "bad.toml").write_text(text.replace('["full", "outer"]', '["fully", "outer"]'))
    bad = run(tmp_path, "analyse", "bad.toml", "HanabiData")
    assert bad.returncode == 2
    assert "analysis.contrasts compares 'fully', which is not an arm" in bad.stderr
    absent = run(tmp_path, "analyse", "plan.toml", "nowhere")
    assert absent.returncode == 2
    assert absent.stderr.startswith("error: 'nowhere' is not a folder")
