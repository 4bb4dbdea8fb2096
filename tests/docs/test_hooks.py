"""The site shows Markdown that is written for GitHub too."""

from __future__ import annotations

from website.hooks import bars_in_code


def test_bars_in_code_have_a_backslash_on_github_only() -> None:
    row = r"| `a(b \| c)` | text \| text | `d` |"
    assert bars_in_code(row) == r"| `a(b | c)` | text \| text | `d` |"
