"""Live tables: running games of people and agents, over WebSockets or HTTP."""
