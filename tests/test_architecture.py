"""The shape of the package: layers, light imports and stubs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tamaya
from tests.truth import ROOT

SOURCES = ROOT / "src" / "tamaya"

# A module may import from its own line and from lines above it. ARCHITECTURE.md explains them.
LAYERS = (
    ("_core",),
    ("errors",),
    ("stats",),
    ("extras",),
    ("numbers",),
    ("grammar",),
    ("files",),
    ("plotting",),
    ("installation",),
    ("game",),
    ("transcript",),
    ("hanab_live",),
    ("position",),
    ("rules",),
    ("agents",),
    ("networks",),
    ("search",),
    ("remote",),
    ("features",),
    ("arena",),
    ("vector",),
    ("matchups",),
    ("qd",),
    ("meta",),
    ("humans",),
    ("cyclone",),
    ("learn",),
    ("envs",),
    ("study",),
    ("signature",),
    ("benchmark",),
    ("reproduce",),
    ("web",),
    ("live",),
    ("cli",),
    ("__main__",),
)
LINE = {name: number for number, names in enumerate(LAYERS) for name in names}


def imported_names(text: str, package: tuple[str, ...]) -> list[str]:
    """Full names of everything that a module imports, with relative imports resolved."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            names += [f"{module}.{alias.name}" for alias in node.names]
    return names


def public_names() -> dict[str, str]:
    """Maps each name that `tamaya` exports to the part that defines it."""
    names: dict[str, str] = {}
    for node in ast.walk(ast.parse((SOURCES / "__init__.py").read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {alias.name: node.module.split(".")[1] for alias in node.names}
    return names


def parts_behind(name: str) -> set[str]:
    """Top-level parts that an import of this name needs; the package itself needs all of them."""
    top, _, rest = name.partition(".")
    if top != "tamaya":
        return set()
    first = rest.split(".")[0]
    if not first or first == "*":
        return set(public_names().values())
    return {first if first in LINE else public_names().get(first, first)} & LINE.keys()


def imported_parts(file: Path) -> set[str]:
    """Top-level parts of tamaya that a file imports."""
    package = ("tamaya", *file.relative_to(SOURCES).parts[:-1])
    return set().union(*map(parts_behind, imported_names(file.read_text(), package)))


PUBLIC = {
    "agents",
    "arena",
    "game",
    "humans",
    "matchups",
    "meta",
    "networks",
    "qd",
    "search",
    "stats",
    "transcript",
    "vector",
}


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("from tamaya.arena import match", {"arena"}),
        ("from tamaya import match", {"arena"}),
        ("from tamaya import _core, Card", {"_core", "game"}),
        ("import tamaya as ty", PUBLIC),
        ("import tamaya.envs.vector", {"envs"}),
        ("from . import team", {"arena"}),
        ("from .team import Team", {"arena"}),
        ("from .. import signature, play", {"signature", "arena"}),
        ("from ..cli.app import main", {"cli"}),
        ("import tamayama, numpy as np", set()),
    ],
)
def test_every_way_to_import_is_seen(line: str, parts: set[str]) -> None:
    names = imported_names(line, ("tamaya", "arena"))
    assert set().union(*map(parts_behind, names)) == parts


def test_layers_are_those_that_architecture_draws() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text().split("## The core, header by header")[0]
    rows = re.findall(r"^\| (\d+) \| `(\w+)`", table, re.M)
    assert [part for _, part in rows] == [part for layer in LAYERS for part in layer]
    assert [int(line) for line, _ in rows] == sorted(int(line) for line, _ in rows)


def modules() -> list[Path]:
    return [file for file in sorted(SOURCES.rglob("*.py")) if file != SOURCES / "__init__.py"]


def part_of(file: Path) -> str:
    return file.relative_to(SOURCES).parts[0].removesuffix(".py")


def test_every_module_stands_on_a_line() -> None:
    assert {part_of(file) for file in modules()} <= LINE.keys()


@pytest.mark.parametrize("file", modules(), ids=lambda f: str(f.relative_to(SOURCES)))
def test_modules_import_only_from_above(file: Path) -> None:
    line = LINE[part_of(file)]
    too_low = {part for part in imported_parts(file) if LINE[part] > line}
    assert not too_low, f"{file.name} imports {too_low} from below"


def test_no_class_name_is_defined_twice() -> None:
    """The same class name with two meanings confuses readers."""
    places: dict[str, list[str]] = {}
    for file in modules():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(file.relative_to(SOURCES)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_no_name_of_an_array_type_is_defined_twice() -> None:
    """One name means one type, so modules import it."""
    places: dict[str, list[str]] = {}
    for file in modules():
        for name in re.findall(r"^(\w+) = NDArray\[", file.read_text(), re.M):
            places.setdefault(name, []).append(str(file.relative_to(SOURCES)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


SETTINGS = re.compile(r"\w*(Settings|Args|Config)|Experiment|Lesson")
"""names of classes that hold settings"""


def test_every_setting_is_read_somewhere() -> None:
    """A setting that nothing reads promises an effect that it does not have."""
    sources = [file.read_text() for file in modules()]
    read = set(re.findall(r"\.(\w+)\b", "\n".join(sources)))
    defined = {
        f"{node.name}.{field.target.id}": field.target.id
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and SETTINGS.fullmatch(node.name)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }
    assert len(defined) > 200
    unread = {full for full, name in defined.items() if name not in read}
    assert unread == {"Experiment.duration"}  # tests choose by it which experiments they run


def test_one_module_takes_the_layout_of_results_from_the_core() -> None:
    users = [file for file in modules() if "RESULT_BYTES" in file.read_text()]
    assert [str(file.relative_to(SOURCES)) for file in users] == ["arena/match.py"]


VAGUE = {"found", "held", "how", "made", "one", "said", "told"}
"""names of variables that do not say what the variables hold"""


def vague_names(text: str) -> list[str]:
    """Variables and parameters with such a name; attributes of classes are neither."""
    tree = ast.parse(text)
    attributes = {
        id(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for field in node.body
        if isinstance(field, ast.Assign | ast.AnnAssign)
        for target in ast.walk(field)
    }
    variables = [
        (node.lineno, node.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        if id(node) not in attributes
    ]
    parameters = [(node.lineno, node.arg) for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return [
        f"{name} in line {line}" for line, name in sorted(variables + parameters) if name in VAGUE
    ]


def test_vague_names_are_noticed() -> None:
    text = "for one in x:\n  made: int = 1\nclass A:\n  made: int\n  def f(self, how): told = [1]"
    expected = ["one in line 1", "made in line 2", "how in line 5", "told in line 5"]
    assert vague_names(text) == expected


@pytest.mark.parametrize("folder", ["src/tamaya", "tests", "benchmarks", "website", "examples"])
def test_variables_are_named_for_what_they_hold(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    vague = {
        str(f.relative_to(ROOT)): names for f in files if (names := vague_names(f.read_text()))
    }
    assert vague == {}


VAGUE_IN_PAGES = re.compile(
    r"(?:\b(?:const|let) |[(,] ?)(" + "|".join(sorted(VAGUE)) + r")(?= = | of |(?:, \w+)?\) =>)"
)
"""variables and parameters of pages with such a name; properties of objects are neither"""


def test_vague_names_in_pages_are_noticed() -> None:
    text = "const found = f(x); for (const told of all) cells.map((one) => one.id, (how, at) => at)"
    assert VAGUE_IN_PAGES.findall(text) == ["found", "told", "one", "how"]


def test_variables_of_pages_are_named_for_what_they_hold() -> None:
    sources = ROOT / "web" / "src"
    files = sorted(f for f in sources.rglob("*") if f.suffix in {".ts", ".svelte"})
    assert files
    vague = {
        str(f.relative_to(sources)): names
        for f in files
        if (names := VAGUE_IN_PAGES.findall(f.read_text(encoding="utf-8")))
    }
    assert vague == {}


def test_architecture_names_every_part() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for part in LINE:
        assert f"`{part}`" in text or f"`tamaya.{part}`" in text, part


def test_importing_tamaya_loads_nothing_heavy() -> None:
    code = "import sys, tamaya; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {
        "ray",
        "ribs",
        "polars",
        "matplotlib",
        "scipy",
        "typer",
        "rich",
        "gymnasium",
        "pettingzoo",
        "fastapi",
        "torch",
    }
    assert not heavy & set(done.stdout.split())


def test_public_names_are_documented() -> None:
    for name in tamaya.__all__:
        public = getattr(tamaya, name)
        assert public.__doc__, name
        if isinstance(public, type):
            for attribute, value in vars(public).items():
                if not attribute.startswith("_") and (callable(value) or hasattr(value, "fget")):
                    assert value.__doc__, f"{name}.{attribute}"


def test_the_committed_stub_is_what_the_core_says(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [
        sys.executable,
        "-m",
        "nanobind.stubgen",
        "-q",
        "-m",
        "tamaya._core",
        "-o",
        str(fresh),
    ]
    subprocess.run(command, check=True)
    assert fresh.read_text() == (SOURCES / "_core.pyi").read_text(), "run `make stubs`"


def test_files_stay_small() -> None:
    """A file with more than 500 lines should be split."""
    files = [*ROOT.glob("cpp/**/*.[hc]pp"), *ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py")]
    assert len(files) > 40
    long = {file.name: n for file in files if (n := len(file.read_text().splitlines())) > 500}
    assert not long
