"""Studies with people: the participant's path, blinded games, and the operator's page."""
