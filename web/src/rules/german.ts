// Rules of agents in German. Loaded only by readers of German.
import { TEMPLATES } from "./templates.de";

const CONDITIONAL = /^if\(((?:[a-z]+_at_(?:least|most)=\d+, )+)(.*)\)$/;
const RULE = /^([a-z_.]+)(?:\(([^()]*)\))?$/;
const SUBJECTS: Readonly<Record<string, string>> = { lives: "Leben", hints: "Marken", deck: "Karten im Stapel", score: "Punkten" };
const SINGULAR: Readonly<Record<string, string>> = { Marken: "Marke", Karten: "Karte", Punkten: "Punkt", Punkte: "Punkt", Ränge: "Rang" };

const singular = (text: string): string => text.replace(/\b1 (Marken|Karten|Punkten|Punkte|Ränge)(?![a-zäöü])/g, (_, word: string) => `1 ${SINGULAR[word]}`);

/** Values of a rule's parameters: `60`, or `lives=2, percent=60`. */
function parameters(text: string): (name: string) => string | undefined {
  const parts = text.split(", ").map((part) => part.split("="));
  const named = new Map(parts.filter((part) => part.length === 2) as [string, string][]);
  return (name) => named.get(name) ?? (parts[0]?.length === 1 ? parts[0][0] : undefined);
}

function condition(text: string): string {
  const bounds = new Map<string, { least?: string; most?: string }>();
  for (const [, subject, side, value] of text.matchAll(/([a-z]+)_at_(least|most)=(\d+)/g))
    bounds.set(subject!, { ...bounds.get(subject!), [side!]: value });
  const parts = [...bounds].flatMap(([subject, { least, most }]) => {
    const what = SUBJECTS[subject] ?? subject;
    if (least !== undefined && least === most) return [`genau ${least} ${what}`];
    return [...(least === undefined ? [] : [`mindestens ${least} ${what}`]), ...(most === undefined ? [] : [`höchstens ${most} ${what}`])];
  });
  return `Mit ${parts.join(" und ")}`;
}

/** What a rule like `play_probably(60)` or `if(lives_at_least=2, play_safe)` does; null for an unknown rule. */
export function ruleInGerman(rule: string): string | null {
  const conditional = CONDITIONAL.exec(rule);
  if (conditional) {
    const then = ruleInGerman(conditional[2]!);
    return then && singular(`${condition(conditional[1]!)}: ${then[0]!.toLowerCase()}${then.slice(1)}`);
  }
  const [, name, values = ""] = RULE.exec(rule) ?? [];
  const template = TEMPLATES[name ?? ""];
  if (template === undefined) return null;
  const value = parameters(values);
  const chosen = template.replace(/\{(\w+)\?([^:}]*):([^}]*)\}/g, (_, key: string, yes: string, no: string) => (value(key) === "0" ? no : yes));
  const filled = chosen.replace(/\{(\w+)\}/g, (whole, key: string) => value(key) ?? whole);
  return singular(filled).replaceAll(" %", "\u00a0%");
}

export { FACTORS, german as thoughtWords } from "./thoughts.de";
