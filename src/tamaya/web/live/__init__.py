"""Live tables: games that people and agents play now, by socket or by HTTP."""
