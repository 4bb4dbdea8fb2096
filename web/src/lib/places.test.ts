import { expect, test } from "vitest";
import { spread } from "./places";

test("labels do not cover each other, keep their order and stay beside the map", () => {
  const heights = spread([0.99, 0.98, 0.97, 0.01, 0.5], 0.05);
  const sorted = heights.toSorted((a, b) => a - b);
  sorted.slice(1).forEach((height, index) => expect(height - sorted[index]!).toBeGreaterThanOrEqual(0.05 - 1e-9));
  expect(heights[0]! > heights[1]! && heights[1]! > heights[2]!).toBe(true);
  expect(Math.max(...heights)).toBeLessThanOrEqual(1);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
});

test("a label with room stays at the height of its point", () => {
  expect(spread([0.5, 0.2], 0.05)).toEqual([0.5, 0.2]);
});
