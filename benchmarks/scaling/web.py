"""How the delay of a move on the web server grows with the number of tables."""

from __future__ import annotations

from benchmarks import web_tables
from benchmarks.scaling.series import Series


def tables() -> Series:
    """Delays with two people at each table, in one server process with SQLite."""
    points, shown = [], []
    for count in (50, 100, 200, 400):
        delays, used = web_tables.measured(count, seconds=10.0)
        p50, p95 = (1000 * web_tables.percentile(delays, percent) for percent in (50, 95))
        points.append((float(count), p95))
        cpu = 1000 * used / max(1, len(delays))
        shown.append(f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, {cpu:.2f} ms of CPU per move")
    explanation = (
        "The CPU time of a move hardly depends on the number of tables; the delay grows when moves "
        "wait for each other. It is wall-clock time on a machine that also runs all pages."
    )
    title = "Tables of the web server"
    return Series(title, "tables", "one process, a move every 3 s", points, shown, explanation)
