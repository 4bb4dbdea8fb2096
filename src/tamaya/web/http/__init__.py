"""HTTP services for all routes: bodies, caches, rate limits, security headers."""
