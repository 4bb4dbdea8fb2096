// Reasons of agents, as the server sends them: "rule 5 of 15, hint_focus(8): Gives the hint …".

export interface RuleReason {
  place: number;
  of: number;
  rule: string;
  text: string;
}

const REASON = /^rule (\d+) of (\d+), ([^:]+): (.*)$/s;

/** The parts of a reason; null if no rule decided. */
export function readReason(text: string): RuleReason | null {
  const match = REASON.exec(text);
  return match && { place: Number(match[1]), of: Number(match[2]), rule: match[3]!, text: match[4]! };
}
