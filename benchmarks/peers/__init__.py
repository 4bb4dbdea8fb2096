"""Other Hanabi engines, driven through the same random-legal self-play for comparison.

One module per peer, each with ``random_play(...) -> Speed``; a peer that cannot be built or
imported here raises ``PeerUnavailable`` with one line that says what is missing.
"""
