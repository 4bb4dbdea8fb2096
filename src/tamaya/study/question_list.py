"""The part of the codebook about a study's questions: wording, codes, scales and sources."""

from __future__ import annotations

from collections.abc import Iterator

from tamaya.study.instruments import Catalogue
from tamaya.study.study_file import GamesPage, Instrument, Item, Quiz, StudyFile, Survey, Text

_WORDING = {
    "published": "the English wording is that of the source",
    "paraphrased": "the English wording paraphrases the source",
    "own": "the wording is the study's own",
}


def question_list(study: StudyFile) -> str:
    """Explains every question that a study asks, in the study's first language."""
    language = study.languages[0]
    parts = [
        "## Questions\nThe column `item` of the table `answers` names the question, `value` holds "
        "the code of the answer. All texts, in all languages, are in `study.json`.\n"
    ]
    for instrument in asked_instruments(study):
        rows = "\n".join(_row(item, language) for item in instrument.items)
        head = "| item | kind | question | answers |\n|---|---|---|---|"
        parts.append(f"### {instrument.name}\n{_about(instrument)}\n\n{head}\n{rows}\n")
    return "\n".join(parts)


def asked_instruments(study: StudyFile) -> list[Instrument]:
    """The instruments of a study's pages, each once."""
    names: list[str] = []
    for page in study.pages:
        if isinstance(page, (Survey, Quiz)):
            names.append(page.instrument)
        elif isinstance(page, GamesPage):
            names += page.after_each
    catalogue = Catalogue.of(study)
    return [catalogue[name] for name in dict.fromkeys(names)]


def _about(instrument: Instrument) -> str:
    source = instrument.source or "no source given"
    words = [f"Source: {source}; {_WORDING[instrument.wording]}."]
    if instrument.scale:
        words.append(f"All items measure {instrument.scale!r}.")
    return " ".join(words)


def _row(item: Item, language: str) -> str:
    notes = [
        *(["required"] if item.required else []),
        *(["reverse-coded"] if item.reversed else []),
        *([f"expected: `{item.expected}`"] if item.expected else []),
    ]
    kind = ", ".join([item.kind, *notes])
    cells = (f"`{item.id}`", kind, _in(item.prompt, language), "; ".join(_answers(item, language)))
    return "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"


def _answers(item: Item, language: str) -> Iterator[str]:
    for number, option in enumerate(item.options, 1):
        place = f"{number}: " if item.kind == "likert" else ""
        yield f"{place}`{option.code}` {_in(option.label, language)}"
    if item.kind == "slider":
        low, high = _in(item.low, language), _in(item.high, language)
        yield f"{item.least:g} {low} to {item.most:g} {high}, in steps of {item.step:g}"
    elif item.kind == "text":
        yield f"text of at most {item.longest} characters"


def _in(text: Text, language: str) -> str:
    return text if isinstance(text, str) else text[language]
