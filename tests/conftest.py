"""Shared set-up: hypothesis profiles. In CI, comparisons with recorded data are not skipped."""

import os

from hypothesis import settings

settings.register_profile("default", max_examples=100, deadline=None)
settings.register_profile("ci", max_examples=300, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
