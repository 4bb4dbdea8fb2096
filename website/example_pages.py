"""Pages that show the programs and notebooks of `examples`."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from website.generated import Section

_LANGUAGES = {".py": "python", ".mjs": "javascript"}


def section(folder: Path) -> Section:
    """One page per program and notebook, and a list of all."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in {*_LANGUAGES, ".ipynb"}]
    pages, shows, rows = {}, {}, []
    navigation: list[str | dict[str, str]] = ["examples/index.md"]
    for file in files:
        name = file.relative_to(folder).as_posix()
        path = f"examples/{name.replace('.', '_')}.md"
        text = _notebook(file) if file.suffix == ".ipynb" else _program(file, name)
        pages[path] = text
        shows[f"examples/{name}"] = path
        navigation.append({name: path})
        rows.append(f"| [{name}]({path.removeprefix('examples/')}) | {_summary(file)} |")
    shows |= {"examples": "examples/index.md", "examples/adapters": "examples/index.md"}
    pages["examples/index.md"] = _index(rows)
    return Section(name="examples", pages=pages, navigation=navigation, shows=shows)


def _index(rows: list[str]) -> str:
    head = [
        "# Examples",
        "Each program and notebook in the folder `examples` is complete, and the tests run all of",
        "them. Copy one and change it.",
        "",
        "| file | what it shows |",
        "|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _program(file: Path, name: str) -> str:
    return f"# {name}\n{_summary(file)}\n\n````{_LANGUAGES[file.suffix]}\n{file.read_text()}````\n"


def _summary(file: Path) -> str:
    """First sentence of the program's docstring, or the notebook's title."""
    text = file.read_text()
    if file.suffix == ".ipynb":
        first = "".join(json.loads(text)["cells"][0]["source"])
        return first.splitlines()[0].removeprefix("# ")
    if file.suffix == ".py":
        return (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0].replace("\n", " ")
    comment = re.match(r"(?://.*\n)+", text)
    return " ".join(comment[0].replace("//", "").split()) if comment else ""


def _notebook(file: Path) -> str:
    """The cells of a notebook, each followed by the text that it printed."""
    parts = []
    for cell in json.loads(file.read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"```python\n{source}\n```")
            parts += [_output(output) for output in cell["outputs"]]
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        return f"![]( data:image/png;base64,{''.join(data['image/png']).strip()})".replace(
            "( ", "("
        )
    text = "".join(output.get("text") or data.get("text/plain") or "")
    return f"```text\n{text.rstrip()}\n```"
