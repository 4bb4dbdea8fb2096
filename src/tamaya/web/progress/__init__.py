"""Progress of a person: history, statistics, and a profile without an account."""
