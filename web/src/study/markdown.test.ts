import { describe, expect, it } from "vitest";
import { blocks, spans } from "./markdown";

describe("texts of a study", () => {
  it("have headings, paragraphs and lists", () => {
    const parsed = blocks("## What\nWe ask\nyou.\n\n- one\n- two\n  goes on\n\n1. first");
    expect(parsed.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "list"]);
    expect(parsed[1]).toEqual({ kind: "paragraph", spans: [{ kind: "text", text: "We ask you." }] });
    expect(parsed[2]).toMatchObject({ ordered: false, items: [[{ text: "one" }], [{ text: "two goes on" }]] });
    expect(parsed[3]).toMatchObject({ ordered: true });
  });
  it("have bold, italic and links", () => {
    expect(spans("a **b** *c* [d](https://e.org)")).toEqual([
      { kind: "text", text: "a " },
      { kind: "bold", text: "b" },
      { kind: "text", text: " " },
      { kind: "italic", text: "c" },
      { kind: "text", text: " " },
      { kind: "link", text: "d", href: "https://e.org" },
    ]);
  });
  it("cannot carry scripts", () => {
    expect(spans("[x](javascript:alert(1)) <script>")).toEqual([{ kind: "text", text: "[x](javascript:alert(1)) <script>" }]);
  });
});
