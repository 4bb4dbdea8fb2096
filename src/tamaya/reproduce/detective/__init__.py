"""Beyond Canaan et al. 2020: our meta-agent with strangers, and meta-agents with each other."""
