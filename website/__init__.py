"""Tools that build the documentation site; `make site` runs them."""
