"""A stand-in for the hanab.live server, for tests of clients. README.md describes the messages."""
