"""Beyond the papers: agents made for people."""
