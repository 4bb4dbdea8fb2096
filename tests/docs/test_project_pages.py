"""Documents outside of docs become pages whose links still lead somewhere."""

from __future__ import annotations

from pathlib import Path

from website import project_pages


def test_links_of_a_document_in_any_folder_lead_from_its_page(tmp_path: Path) -> None:
    inner = tmp_path / "tests/truth/README.md"
    inner.parent.mkdir(parents=True)
    inner.write_text("[a](../../docs/speed.md#cpu) [b](data.json) [c](https://example.org)")
    (tmp_path / "CHANGELOG.md").write_text("[a](docs/how-to/install.md) [b](tests/verify.py)")
    pages = project_pages.section(tmp_path).pages
    assert pages["project/recorded_truth.md"] == (
        "[a](../speed.md#cpu) [b](../../tests/truth/data.json) [c](https://example.org)"
    )
    assert pages["project/changelog.md"] == ("[a](../how-to/install.md) [b](../../tests/verify.py)")
