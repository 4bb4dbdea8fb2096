"""Bots that take part in a study through the server's own addresses and sockets.

Read the modules in this order: `seen_game` (a position from what a page was sent), `connection`
(HTTP and sockets), `mind` (which move a bot makes), `person` (one bot), `browser_person` (one in a
real browser), `checks` (was everything stored?), `own_server`, `crowd` (many bots).
"""
