"""Games of people: read, looked at, and learned from."""
