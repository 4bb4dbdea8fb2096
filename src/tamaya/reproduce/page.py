"""Writes the pages about the papers from the files of all results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tamaya.game import TamayaError
from tamaya.reproduce import papers, sections
from tamaya.reproduce.comparisons import ComparedNumbers, comparisons
from tamaya.reproduce.equivalence import MARGINS
from tamaya.reproduce.experiment import Result, experiment, experiment_names

BEYOND, NOT_REPRODUCED = "beyond", "not_reproduced"
"""names of the pages that belong to no paper"""
_HEAD = """\
# Reproduction
These pages compare tables and figures of the papers with our own measurements. Each page starts
with a table of published numbers, our numbers, their difference and a verdict. A second table says
what data, how many minutes and which command each result takes.
"""
_REPEAT = """\
## Repeat the measurements
Clone the repository and install Tamaya with the extras for evolution and statistics. Then measure
everything at a small scale, which takes a few minutes:

```sh
pip install -e '.[evolve,humans]'
tamaya reproduce all --scale tiny --out runs/reproduce
```

The second tables of the pages list the commands that made our results. With `--against`, a command
also says whether its numbers equal ours, and fails if one differs:

```sh
tamaya reproduce canaan2020_table2 --scale paper --against docs/reproduction
```

The second tables name the data that an experiment needs:

- **Published agents** are part of a checkout (`tests/truth/data`).
- **HanabiData**, the games of people, is public. An experiment without it fails and says so. These
  commands get the games behind our numbers:

```sh
git clone https://github.com/yawgmoth/HanabiData
python -m tests.truth.human_part HanabiData runs/truth
export TAMAYA_TRUTH=runs/truth
```

- **Evolved runs**: a command evolves missing runs first. If the table says that they are shipped,
  `--shipped` takes the pools of the package instead.

After changes of the code, `tamaya reproduce --page docs` writes these pages anew from the results
in `docs/reproduction`.
"""
_VERDICTS = """\
## How numbers are judged
A verdict follows from the difference between our number and the published one, and its error. The
margins below say which differences do not matter. A number **agrees** if the 90 % interval of the
difference lies within the margin (two one-sided tests at 5 %), and **differs** if the interval lies
outside. Otherwise it stays **open**: there are too few games to tell. So criteria scale with the
sample, and results at scale `tiny` get no verdict.

- Numbers of the paper's own agents are judged one by one. They must also lie within three standard
  errors: the same agents should give the same numbers. If a paper prints no error, we assume
  the same error as ours, and add the error of rounding. A line of several numbers agrees if none
  differs and their mean agrees; it says how many stay open.
- Evolved agents differ from run to run. Their numbers are judged together: three runs against three
  runs (Welch's interval), or a map as a whole, over the niches that both maps fill. A number of a
  single run has only the error of its games.
- Counted numbers and statements have their own criteria, which the tables name.

| unit | margin | reason |
|---|---|---|
"""


def write(folder: Path) -> list[Path]:
    """Writes reproduction.md and the pages in the subfolder `reproduction`, from its results.

    :raises TamayaError: if there are no results
    """
    files = [folder / "reproduction" / f"{name}.json" for name in experiment_names()]
    results = [Result.from_json(file.read_text()) for file in files if file.exists()]
    if not results:
        raise TamayaError(f"no results in {str(folder / 'reproduction')!r}")
    written = []
    for path, text in pages(results).items():
        (folder / path).write_text(text)
        written.append(folder / path)
    return written


def pages(results: list[Result]) -> dict[str, str]:
    """All pages in Markdown, by path."""
    by_page: dict[str, list[Result]] = {}
    for result in results:
        by_page.setdefault(page_of(result), []).append(result)
    texts = {"reproduction.md": _index(by_page)}
    for name, shown in by_page.items():
        texts[f"reproduction/{name}.md"] = sections.page(_title(name), shown)
    texts[f"reproduction/{NOT_REPRODUCED}.md"] = sections.not_reproduced(results, page_of)
    return texts


def page_of(result: Result) -> str:
    """The name of the page that shows a result."""
    about = experiment(result.experiment)
    return BEYOND if about.beyond else papers.PAGES.get(about.paper, BEYOND)


def _title(name: str) -> str:
    titles = {page: paper for paper, page in papers.PAGES.items()}
    return titles.get(name, "Beyond the papers")


def _index(by_page: dict[str, list[Result]]) -> str:
    lines = [
        _HEAD,
        "| page | tables and figures | agree | open | differ |",
        "|---|---|---|---|---|",
    ]
    for name, results in sorted(by_page.items(), key=lambda item: (item[0] == BEYOND, item[0])):
        compared = [comparison for result in results for comparison in comparisons(result)]
        lines.append(
            f"| [{_short(name)}](reproduction/{name}.md) | {len(results)} | {_tally(compared)} |"
        )
    return "\n".join(
        [
            *lines,
            "",
            "The last three columns count the lines of each page's first table by their verdict. "
            f"[Not reproduced, and why](reproduction/{NOT_REPRODUCED}.md) lists all lines that are "
            "open or differ.",
            "",
            *_smaller(by_page),
            _REPEAT,
            _VERDICTS.rstrip("\n"),
            *(f"| {unit} | {margin:g} | {reason} |" for unit, margin, reason in MARGINS),
            "",
        ]
    )


def _smaller(by_page: dict[str, list[Result]]) -> list[str]:
    """Names the results that were measured with fewer games than the scale `paper` has."""
    smaller = [
        f"[`{result.experiment}`](reproduction/{name}.md#{result.experiment})"
        for name, results in sorted(by_page.items())
        for result in results
        if not sections.command(result).endswith("--scale paper")
    ]
    if not smaller:
        return []
    return [f"Smaller than the scale `paper`, as their commands say: {', '.join(smaller)}.", ""]


def _short(name: str) -> str:
    return _title(name).split(":", maxsplit=1)[0]


def _tally(compared: list[ComparedNumbers]) -> str:
    counts = Counter(comparison.verdict for comparison in compared)
    return " | ".join(str(counts[word]) for word in ("agrees", "open", "differs"))
