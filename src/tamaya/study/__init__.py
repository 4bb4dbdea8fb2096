"""Studies with people: one readable file, assignment to arms, the participant's path, and exports.

Read the modules in this order: `study_file` (what a study is), `reading` (reads and checks a file),
`instruments` (questions), `steps` (what one participant goes through), `assignment` (who plays with
whom), `records` and `progress` (what happened to a participant), `tables` (what is exported).
"""
