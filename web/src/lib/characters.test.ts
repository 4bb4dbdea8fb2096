import { expect, test } from "vitest";
import { characterNamed, characterOf } from "./characters";

test("a character is found by the id of its agent and by its name at the table", () => {
  expect(characterOf("eger:full")).toBe("intent");
  expect(characterNamed("Intent")).toBe("intent");
  expect(characterNamed("Detective 2")).toBe("detective");
});

test("people and other agents have no character", () => {
  expect(characterOf("piers")).toBeNull();
  expect(characterNamed("Ann")).toBeNull();
  expect(characterNamed("toString")).toBeNull();
});
