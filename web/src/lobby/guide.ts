// A partner's habits in words. Every number is counted in games (`AgentInfo.habits`).
import { catalogue } from "../lib/i18n.svelte";

/** Percent by habit, as `live/habits.py` names them. */
export type Shares = Readonly<Record<string, number>>;
type Line = (shares: Shares) => string | null;

const often = (percent: number): number => Math.round(percent / 10);
/** One of five words or phrases for a share: all, nearly all, so many of ten, hardly any, none. */
const share = (percent: number, all: string, most: string, ofTen: (n: number) => string, few: string, none: string): string =>
  percent >= 98 ? all : percent >= 95 ? most : percent < 2 ? none : percent < 5 ? few : ofTen(often(percent));
/** "9 in 10 of my hints touch", "1 in 10 of my hints touches". */
const shareEn = (percent: number, verb: string, verbs: string, what = ""): string => {
  const of = what ? ` of ${what}` : "";
  const all = what ? ` ${what}` : "";
  return share(percent, `all${all} ${verb}`, `nearly all${all} ${verb}`, (n) => `${n} in 10${of} ${n === 1 ? verbs : verb}`, `hardly any${of} ${verb}`, `none${of} ${verb}`);
};
const timesEn = (percent: number): string => share(percent, "always", "nearly always", (n) => `${n} ${n === 1 ? "time" : "times"} out of 10`, "hardly ever", "never");
/** "9 von 10 Hinweisen berühren", "1 von 10 Hinweisen berührt". what: after "alle", after "wenige" and after "von" */
const shareDe = (percent: number, verb: string, verbs: string, [weak, strong, dative]: readonly [string, string, string] = ["", "", ""]): string =>
  share(percent, `alle${weak} ${verb}`, `fast alle${weak} ${verb}`, (n) => `${n} von 10${dative} ${n === 1 ? verbs : verb}`, `sehr wenige${strong} ${verb}`, `keine${weak} ${verb}`);
const timesDe = (percent: number): string => share(percent, "immer", "fast immer", (n) => `in ${n} von 10 Fällen`, "fast nie", "nie");
const certainEn = (percent: number): string => share(percent, "all", "nearly all", (n) => `${n} in 10`, "hardly any", "none");
const certainDe = (percent: number): string => share(percent, "allen", "fast allen", (n) => `${n} von 10`, "sehr wenigen", "keiner");
const HINTS = [" Hinweise", " Hinweise", " Hinweisen"] as const;
const DISCARDS = [" abgelegten Karten", " abgelegte Karten", " abgelegten Karten"] as const;
const has = (shares: Shares, ...habits: string[]): boolean => habits.every((habit) => shares[habit] !== undefined);
const cap = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

export const guide = catalogue({
  en: {
    title: (name: string) => `Playing with ${name}`,
    heads: { hints: "What my hints mean", discards: "What I discard", saves: "When I save your cards", expects: "What I expect of you" },
    hints: [
      (s) => (has(s, "hint_playable") ? `${cap(shareEn(s.hint_playable!, "touch", "touches", "my hints"))} a card that you can play at once.` : null),
      (s) => (has(s, "hint_newest") ? `If a hint touches several cards and one can be played, it is the newest ${timesEn(s.hint_newest!)}.` : null),
      (s) => (has(s, "hint_last_copy") ? `${cap(shareEn(s.hint_last_copy!, "touch", "touches"))} a last copy that you should keep.` : null),
    ] as Line[],
    discards: [
      (s) => (has(s, "discard_oldest") ? `${cap(shareEn(s.discard_oldest!, "are", "is", "my discards"))} my oldest card without a hint.` : null),
      (s) => (has(s, "discard_useless") ? `${cap(shareEn(s.discard_useless!, "are", "is"))} known to be useless.` : null),
    ] as Line[],
    saves: [
      (s) => (has(s, "save") ? `If your oldest card without a hint is a last copy and a hint token is left, I hint it ${timesEn(s.save!)}.` : null),
      (s) => (has(s, "save") && s.save! < 20 ? "So watch that card yourself: do not discard it blindly when few copies are left." : null),
    ] as Line[],
    expects: [
      (s) => (has(s, "answer_single") ? `Hint exactly one of my cards: I play it ${timesEn(s.answer_single!)}.` : null),
      (s) => (has(s, "play_certain", "play_works") ? `Of the cards I play, I am certain of ${certainEn(s.play_certain!)}; ${shareEn(s.play_works!, "fit", "fits")}.` : null),
      (s) => (has(s, "hint_with_token") ? `With hint tokens left, I hint ${timesEn(s.hint_with_token!)}; the rest is up to you.` : null),
    ] as Line[],
    source: (games: string) => `Counted in ${games} games with a model of people, not with you.`,
  },
  de: {
    title: (name: string) => `Spielen mit ${name}`,
    heads: { hints: "Was meine Hinweise bedeuten", discards: "Was ich ablege", saves: "Wann ich deine Karten rette", expects: "Was ich von dir erwarte" },
    hints: [
      (s) => (has(s, "hint_playable") ? `${cap(shareDe(s.hint_playable!, "berühren", "berührt", HINTS))} eine Karte, die du sofort spielen kannst.` : null),
      (s) => (has(s, "hint_newest") ? `Berührt ein Hinweis mehrere Karten und eine passt, dann ist es ${timesDe(s.hint_newest!)} die neueste.` : null),
      (s) => (has(s, "hint_last_copy") ? `${cap(shareDe(s.hint_last_copy!, "berühren", "berührt"))} ein letztes Exemplar, das du behalten solltest.` : null),
    ] as Line[],
    discards: [
      (s) => (has(s, "discard_oldest") ? `${cap(shareDe(s.discard_oldest!, "sind", "ist", DISCARDS))} meine älteste ohne Hinweis.` : null),
      (s) => (has(s, "discard_useless") ? `${cap(shareDe(s.discard_useless!, "sind", "ist"))} sicher nutzlos.` : null),
    ] as Line[],
    saves: [
      (s) => (has(s, "save") ? `Ist deine älteste Karte ohne Hinweis ein letztes Exemplar und noch eine Marke da, dann weise ich ${timesDe(s.save!)} darauf hin.` : null),
      (s) => (has(s, "save") && s.save! < 20 ? "Achte also selbst auf sie: Lege sie nicht blind ab, wenn es nur noch wenige Exemplare gibt." : null),
    ] as Line[],
    expects: [
      (s) => (has(s, "answer_single") ? `Weise auf genau eine meiner Karten hin: Ich spiele sie ${timesDe(s.answer_single!)}.` : null),
      (s) => (has(s, "play_certain", "play_works") ? `Von den Karten, die ich spiele, bin ich mir bei ${certainDe(s.play_certain!)} sicher; ${shareDe(s.play_works!, "passen", "passt")}.` : null),
      (s) => (has(s, "hint_with_token") ? `Sind Marken da, gebe ich ${timesDe(s.hint_with_token!)} einen Hinweis; der Rest liegt bei dir.` : null),
    ] as Line[],
    source: (games: string) => `Gezählt in ${games} Spielen mit einem Modell von Menschen, nicht mit dir.`,
  },
});
