import { expect, test } from "vitest";
import { placed } from "./places";

test("labels on one side do not cover each other and stay on the map", () => {
  const made = placed([[0.8, 0.99], [0.82, 0.98], [0.9, 0.97], [0.7, 0.01], [0.2, 0.5]], 0.05);
  const left = made.filter((one) => one.side === "left").map((one) => one.labelY).sort((a, b) => a - b);
  left.slice(1).forEach((one, index) => expect(one - left[index]!).toBeGreaterThanOrEqual(0.05 - 1e-9));
  expect(Math.min(...left)).toBeGreaterThanOrEqual(0.025);
  expect(Math.max(...left)).toBeLessThanOrEqual(0.975);
});

test("a label with room stays beside its point", () => {
  expect(placed([[0.2, 0.5]], 0.05)[0]).toEqual({ x: 0.2, y: 0.5, labelY: 0.5, side: "right" });
});
