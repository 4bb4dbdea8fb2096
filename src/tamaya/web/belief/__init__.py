"""What a meta-agent believes about the player it plays with."""
