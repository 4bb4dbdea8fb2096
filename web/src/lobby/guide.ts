// A partner's habits in words. Every number is counted in games (`AgentInfo.habits`).
import { catalogue } from "../lib/i18n.svelte";

/** Percent by habit, as `live/habits.py` names them. */
export type Shares = Readonly<Record<string, number>>;
type Line = (shares: Shares) => string | null;

const often = (percent: number): number => Math.round(percent / 10);
const ofTenEn = (percent: number): string => (percent >= 98 ? "all" : percent < 2 ? "none" : percent < 5 ? "hardly any" : `${often(percent)} of 10`);
const ofTenDe = (percent: number): string => (percent >= 98 ? "alle" : percent < 2 ? "keine" : percent < 5 ? "kaum welche" : `${often(percent)} von 10`);
const timesEn = (percent: number): string => (percent >= 98 ? "always" : percent < 2 ? "never" : percent < 5 ? "hardly ever" : `${often(percent)} times out of 10`);
const timesDe = (percent: number): string => (percent >= 98 ? "immer" : percent < 2 ? "nie" : percent < 5 ? "fast nie" : `in ${often(percent)} von 10 Fällen`);
const has = (shares: Shares, ...habits: string[]): boolean => habits.every((habit) => shares[habit] !== undefined);

export const guide = catalogue({
  en: {
    title: (name: string) => `Playing with ${name}`,
    heads: { hints: "What my hints mean", discards: "What I discard", saves: "When I save your cards", expects: "What I expect of you" },
    hints: [
      (s) => (has(s, "hint_playable") ? `${cap(ofTenEn(s.hint_playable!))} of my hints touch a card that you can play at once.` : null),
      (s) => (has(s, "hint_newest") ? `If a hint touches several cards and one can be played, it is the newest ${timesEn(s.hint_newest!)}.` : null),
      (s) => (has(s, "hint_last_copy") ? `${cap(ofTenEn(s.hint_last_copy!))} touch a last copy that you should keep.` : null),
    ] as Line[],
    discards: [
      (s) => (has(s, "discard_oldest") ? `${cap(ofTenEn(s.discard_oldest!))} of my discards are my oldest card without a hint.` : null),
      (s) => (has(s, "discard_useless") ? `${cap(ofTenEn(s.discard_useless!))} are cards that I know to be useless.` : null),
    ] as Line[],
    saves: [
      (s) => (has(s, "save") ? `If your oldest card without a hint is a last copy and a hint token is left, I hint it ${timesEn(s.save!)}.` : null),
      (s) => (has(s, "save") && s.save! < 20 ? "So watch that card yourself: do not discard it blindly when few copies are left." : null),
    ] as Line[],
    expects: [
      (s) => (has(s, "answer_single") ? `Hint exactly one of my cards: I play it ${timesEn(s.answer_single!)}.` : null),
      (s) => (has(s, "play_certain", "play_works") ? `I know for sure that ${ofTenEn(s.play_certain!)} of my plays fit, and ${ofTenEn(s.play_works!)} do.` : null),
      (s) => (has(s, "hint_with_token") ? `With hint tokens left, I hint ${timesEn(s.hint_with_token!)}; the rest is up to you.` : null),
    ] as Line[],
    source: (games: string) => `Counted in ${games} games with a model of people, not with you.`,
  },
  de: {
    title: (name: string) => `Spielen mit ${name}`,
    heads: { hints: "Was meine Hinweise bedeuten", discards: "Was ich ablege", saves: "Wann ich deine Karten rette", expects: "Was ich von dir erwarte" },
    hints: [
      (s) => (has(s, "hint_playable") ? `${cap(ofTenDe(s.hint_playable!))} meiner Hinweise berühren eine Karte, die du sofort spielen kannst.` : null),
      (s) => (has(s, "hint_newest") ? `Berührt ein Hinweis mehrere Karten und eine passt, dann ist es ${timesDe(s.hint_newest!)} die neueste.` : null),
      (s) => (has(s, "hint_last_copy") ? `${cap(ofTenDe(s.hint_last_copy!))} berühren ein letztes Exemplar, das du behalten solltest.` : null),
    ] as Line[],
    discards: [
      (s) => (has(s, "discard_oldest") ? `${cap(ofTenDe(s.discard_oldest!))} meiner abgelegten Karten sind meine älteste ohne Hinweis.` : null),
      (s) => (has(s, "discard_useless") ? `${cap(ofTenDe(s.discard_useless!))} sind Karten, von denen ich weiß, dass sie nutzlos sind.` : null),
    ] as Line[],
    saves: [
      (s) => (has(s, "save") ? `Ist deine älteste Karte ohne Hinweis ein letztes Exemplar und noch eine Marke da, dann weise ich ${timesDe(s.save!)} darauf hin.` : null),
      (s) => (has(s, "save") && s.save! < 20 ? "Achte also selbst auf sie: Lege sie nicht blind ab, wenn es nur noch wenige Exemplare gibt." : null),
    ] as Line[],
    expects: [
      (s) => (has(s, "answer_single") ? `Weise auf genau eine meiner Karten hin: Ich spiele sie ${timesDe(s.answer_single!)}.` : null),
      (s) => (has(s, "play_certain", "play_works") ? `Bei meinen Karten, die ich spiele, bin ich mir bei ${datDe(s.play_certain!)} sicher; es passen ${ofTenDe(s.play_works!)}.` : null),
      (s) => (has(s, "hint_with_token") ? `Sind Marken da, gebe ich ${timesDe(s.hint_with_token!)} einen Hinweis; der Rest liegt bei dir.` : null),
    ] as Line[],
    source: (games: string) => `Gezählt in ${games} Spielen mit einem Modell von Menschen, nicht mit dir.`,
  },
});

const cap = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const datDe = (percent: number): string => (percent >= 98 ? "allen" : percent < 2 ? "keiner" : `${often(percent)} von 10`);
