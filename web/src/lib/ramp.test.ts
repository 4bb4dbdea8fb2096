import { expect, test } from "vitest";
import { inkOn, shade } from "./ramp";

test("the ends of the scale are cividis' ends", () => {
  expect(shade(0)).toBe("#00224e");
  expect(shade(1)).toBe("#fee838");
  expect(shade(7)).toBe("#fee838");
});

test("text is light on dark cells and dark on light ones", () => {
  expect(inkOn(shade(0))).toBe("#ffffff");
  expect(inkOn(shade(1))).toBe("#000000");
});
