"""Speed against other engines; each module prints a table of ratios."""
