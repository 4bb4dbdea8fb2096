import { expect, test } from "vitest";
import { characterNamed, characterOf, namesFrom } from "./characters";
import type { AgentInfo } from "../protocol";

test("a character is found by the id of its agent and by its name at the table", () => {
  expect(characterOf("eger:full")).toBe("intent");
  expect(characterNamed("Intent")).toBe("intent");
  expect(characterNamed("Detective 2")).toBe("detective");
});

test("agents are named as in the list, and those with a face before the list arrives", () => {
  const list = [{ id: "learned:companion", name: "Companion (learned)" }] as AgentInfo[];
  expect(namesFrom(list)("learned:companion")).toBe("Companion (learned)");
  expect(namesFrom([])("learned:response")).toBe("Echo");
});

test("people and other agents have no character", () => {
  expect(characterOf("piers")).toBeNull();
  expect(characterNamed("Ann")).toBeNull();
  expect(characterNamed("toString")).toBeNull();
});
