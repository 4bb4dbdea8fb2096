"""One game: its records, the position they lead to, and what each viewer may see."""
