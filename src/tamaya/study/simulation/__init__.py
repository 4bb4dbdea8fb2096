"""Studies with models of people in the seats of participants.

Read the modules in this order: `people` (who takes part), `games` (what they score with each arm,
played once), `answers` (what they answer after a score), `studies` (whole studies drawn from both),
`power` (how many people a study needs).
"""
