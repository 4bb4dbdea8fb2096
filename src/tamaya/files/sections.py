"""Replaces generated sections of documents, which stand between two marker lines."""

from __future__ import annotations

from tamaya.errors import TamayaError


def markers(section: str) -> tuple[str, str]:
    """The lines before and after a section."""
    return f"<!-- {section}:begin -->", f"<!-- {section}:end -->"


def replace_section(document: str, section: str, text: str) -> str:
    """Returns the document with a new text in a section.

    :raises TamayaError: if the document does not contain the section's markers
    """
    begin, end = markers(section)
    before, _, rest = document.partition(begin)
    _, last_marker, after = rest.partition(end)
    if not last_marker:
        raise TamayaError(
            f"no section {section!r} in the document (expected lines {begin!r} and {end!r})"
        )
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"
