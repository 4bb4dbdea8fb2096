"""Tamaya in the browser: the server behind `tamaya serve`, one folder for each feature."""
