"""Tamaya in the browser: the server behind `tamaya serve`."""
