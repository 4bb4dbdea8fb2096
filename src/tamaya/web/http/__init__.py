"""What every page and API call needs of HTTP: bodies, caches, limits, security headers."""
