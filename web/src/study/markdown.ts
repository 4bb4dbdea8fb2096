// The Markdown that study texts use: headings, lists, paragraphs, bold, italic and links. It gives
// data, not HTML, so that no text of a study can carry a script.

export type Span = { kind: "text" | "bold" | "italic"; text: string } | { kind: "link"; text: string; href: string };
export type Block =
  | { kind: "heading"; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] };

const MARK = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\((https:\/\/[^\s)]+|mailto:[^\s)]+)\)/g;

export function spans(text: string): Span[] {
  const parsed: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) parsed.push({ kind: "text", text: text.slice(end, match.index) });
    if (match[1] !== undefined) parsed.push({ kind: "bold", text: match[1] });
    else if (match[2] !== undefined) parsed.push({ kind: "italic", text: match[2] });
    else parsed.push({ kind: "link", text: match[3]!, href: match[4]! });
    end = match.index + match[0].length;
  }
  if (end < text.length) parsed.push({ kind: "text", text: text.slice(end) });
  return parsed;
}

export function blocks(text: string): Block[] {
  return text
    .replace(/^(#{1,6} .*)\n(?!\n)/gm, "$1\n\n")
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(block);
}

function block(part: string): Block {
  const heading = /^#{1,6} (.*)$/s.exec(part);
  if (heading) return { kind: "heading", spans: spans(heading[1]!) };
  const lines = part.split("\n");
  const ordered = /^\d+\. /.test(part);
  if (ordered || /^[-*] /.test(part)) {
    const items: string[] = [];
    for (const line of lines) {
      if (/^(\d+\.|[-*]) /.test(line)) items.push(line.replace(/^(\d+\.|[-*]) /, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", ordered, items: items.map(spans) };
  }
  return { kind: "paragraph", spans: spans(lines.join(" ")) };
}
