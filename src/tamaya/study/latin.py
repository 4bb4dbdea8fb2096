"""Balanced Latin squares (Williams designs) for orders of conditions."""

from __future__ import annotations


def balanced_orders(conditions: int) -> list[list[int]]:
    """Orders in which every condition has every place and follows every other one equally often.

    An even number of conditions needs as many orders; an odd number needs twice as many.
    """
    first = [0]
    for step in range(1, conditions):
        first.append((step + 1) // 2 if step % 2 else conditions - step // 2)
    square = [[(place + row) % conditions for place in first] for row in range(conditions)]
    if conditions % 2 and conditions > 1:
        square += [row[::-1] for row in square]
    return square
