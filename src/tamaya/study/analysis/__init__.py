"""Analyses of studies with people, by SciPy and statsmodels (`tamaya[study]`).

Read the modules in this order: `groups` (means and shares with intervals), `variance` (analysis of
variance, Tukey's test), `contrasts` (planned comparisons, effect sizes), `mixed` (random people and
decks), `scales` (reliability of questionnaires); `units` and `exclusions` (from exported tables to
the values that tests compare), `answers`, `learning`, `moves`; `analysis` puts everything together,
`report` shows it.
"""
