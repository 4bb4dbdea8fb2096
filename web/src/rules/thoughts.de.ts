// Reasons of agents without rules, in German. Loaded only by readers of German.
import { chances, reactions, weighed, type ThoughtWords } from "./thoughts";

/** Steps of agents, by the server's English words. */
export const STEPS: Readonly<Record<string, string>> = {
  "plays a hinted card that may be playable": "spielt eine Karte mit Hinweis, die passen kann",
  "discards a hinted card that may be useless": "legt eine Karte mit Hinweis ab, die nutzlos sein kann",
  "plays a card that must be playable": "spielt eine Karte, die passen muss",
  "discards a card that must be useless": "legt eine Karte ab, die nutzlos sein muss",
  "hints what the partner should do": "sagt mit dem Hinweis, was der Partner tun soll",
  "hints a playable card": "weist auf eine passende Karte hin",
  "gives any hint, since no partner holds a playable card": "gibt irgendeinen Hinweis, denn kein Partner hat eine passende Karte",
  "discards the card that it needs least": "legt die Karte ab, die am ehesten entbehrlich ist",
  "discards any card": "legt irgendeine Karte ab",
  "gives the least misleading hint, since it may not discard": "gibt den Hinweis, der am wenigsten irreführt, denn Ablegen ist nicht erlaubt",
  "hints any card, since it may not discard": "weist auf irgendeine Karte hin, denn Ablegen ist nicht erlaubt",
  "makes any legal move": "macht irgendeinen erlaubten Zug",
  "answer by play": "spielt die Karte, auf die ein Hinweis kam",
  "answer by discard": "legt die Karte ab, auf die ein Hinweis kam",
  "play sure": "spielt eine Karte, die passen muss",
  "discard useless": "legt eine Karte ab, die nutzlos sein muss",
  hint: "gibt einen Hinweis",
  "hint any": "gibt irgendeinen Hinweis",
  discard: "legt die Karte ab, die am ehesten entbehrlich ist",
  forced: "kann nichts anderes tun",
  any: "macht irgendeinen erlaubten Zug",
  "the hats say that it is playable": "nach den Hüten passt sie",
  "the hats say that it will never score": "nach den Hüten bringt sie nie einen Punkt",
  "tells each other player their hat": "er nennt jedem anderen Spieler seinen Hut",
  "it is likely to be playable, and there are lives to spare": "sie passt wahrscheinlich, und es sind Leben übrig",
  "another player holds the same card, or it will never score": "ein anderer Spieler hat dieselbe Karte, oder sie bringt nie einen Punkt",
  "losing it is expected to cost least": "ihr Verlust kostet voraussichtlich am wenigsten",
  "no hint says the sum of the hats, and discards are not allowed": "kein Hinweis nennt die Summe der Hüte, und Ablegen ist nicht erlaubt",
  "it must be playable": "sie muss passen",
  "by the hints about it, it can be played": "nach den Hinweisen auf sie kann sie gespielt werden",
  "a hint to another card prompts it, as the card that comes before": "ein Hinweis auf eine andere Karte verlangt sie: Sie hat schon einen Hinweis und kommt vorher",
  "a hint to another card finesses it, as the card that comes before": "ein Hinweis auf eine andere Karte verlangt sie, auch ohne eigenen Hinweis: Sie kommt vorher",
  "calls a card that can be played": "er ruft eine Karte, die gespielt werden kann",
  "prompts the card that comes before its focus": "er verlangt die Karte davor, auf die schon ein Hinweis kam",
  "finesses the card that comes before its focus": "er verlangt die Karte davor, auf die noch kein Hinweis kam",
  "keeps a card from being discarded": "er bewahrt eine Karte vor dem Ablegen",
  "it will never score": "sie bringt nie einen Punkt",
  "it is the chop": "sie ist die älteste ohne Hinweis",
  "there is no chop, and it is least likely to be a last copy": "jede Karte hat einen Hinweis, und sie ist am unwahrscheinlichsten ein letztes Exemplar",
  "discards are not allowed, and this hint misleads least": "Ablegen ist nicht erlaubt, und dieser Hinweis führt am wenigsten irre",
  "no hint can be given, and discards are not allowed": "kein Hinweis ist möglich, und Ablegen ist nicht erlaubt",
  "noise: any legal move": "Rauschen: irgendein erlaubter Zug",
  "no rule applies: any legal move": "keine Regel trifft zu: irgendein erlaubter Zug",
  "no rule applies: gives up": "keine Regel trifft zu: gibt auf",
  "decided in the core, without rules": "ohne Regeln entschieden",
  "decided in Python, without rules": "ohne Regeln entschieden",
};

/** What Cyclone weighs in a move. */
export const FACTORS: Readonly<Record<string, string>> = {
  fits: "Karte passt",
  certain_play: "Karte passt sicher",
  play_playable: "Karte passt",
  misplay: "Fehlgriff",
  last_misplay: "Fehlgriff im letzten Leben",
  play_singled_out: "Hinweis galt nur dieser Karte",
  safe_discard: "sicher entbehrlich",
  unneeded_discard: "nicht mehr nötig",
  discard_singled_out: "Ablegen trotz Hinweis auf diese Karte",
  discard_with_token: "Ablegen mit Marken übrig",
  discard_beyond_deck: "Ablegen gegen Ende",
  partner_playable: "Partner erfährt von passender Karte",
  partner_unplayable: "Partner erfährt von unpassender Karte",
  single_out_playable: "Hinweis nur auf passende Karte",
  single_out_unplayable: "Hinweis nur auf unpassende Karte",
  hint_per_token: "Hinweis bei so vielen Marken",
  end: "Ende des Spiels",
};

const step = (words: string): string => STEPS[words] ?? words;

export const german: ThoughtWords = {
  you: "dir",
  kinds: {
    response: ([agent, points], say) => `spielt wie ${say.agent(agent!)}: mit solchen Partnern im Schnitt ${say.figure(points!)} Punkte`,
    unimproved: ([games], say) => `eine Suche mit ${say.figure(games!)} Spielen fand keinen deutlich besseren Zug`,
    improved: ([games, better, worse], say) => `eine Suche mit ${say.figure(games!)} Spielen zieht „${say.move(better!)}“ vor, statt „${say.move(worse!)}“`,
    search: ([games, points, of, move, others, tries], say) =>
      `eine Suche mit ${say.figure(games!)} Spielen: ${say.figure(points!)} Punkte in ${say.figure(of!)} davon; danach „${say.move(move!)}“ (${say.figure(others!)} Punkte in ${say.figure(tries!)})`,
    onlyMove: ([games, points], say) => `eine Suche mit ${say.figure(games!)} Spielen probierte keinen anderen Zug: ${say.figure(points!)} Punkte`,
    network: ([move, percent, points], say) => `das Netz bevorzugt „${say.move(move!)}“ (${percent} %) und erwartet ${say.figure(points!)} Punkte ab hier`,
    factors: ([moves, equal, move, value, factors], say) =>
      `„${say.move(move!)}“ ist von ${moves} Zügen am meisten wert${equal ? ` (der erste von ${equal} gleichen)` : ""}: ${say.figure(value!)}${factors ? `, aus ${weighed(factors).map(([name, term]) => `${FACTORS[name] ?? name} ${say.figure(term)}`).join(", ")}` : ""}`,
    people: ([percent]) => `${percent} % solcher Menschen würden das tun`,
    foreseen: ([move, worth, likely], say) => {
      const next = chances(likely!).map(([reaction, percent]) => `„${say.move(reaction)}“ ${percent} %`);
      return `„${say.move(move!)}“ ist ${say.figure(worth!)} Punkte wert; wahrscheinliche Antwort des Partners: ${next.join(", ") || "keine bestimmte"}`;
    },
    aimed: ([words, , score, reaction], say) => {
      const next = reactions(reaction!).map(([what, slots]) => (what === "plays" ? `spielt Karte ${slots.map(say.place).join(", ")}` : `legt Karte ${slots.map(say.place).join(", ")} ab`));
      return `${step(words!)} (erwartet: Der Partner ${next.join(" und ") || "tut nichts"}; Wert ${score})`;
    },
    hat: ([number, of, words]) => `der Hinweis sagt die Zahl ${number} von ${of}: ${step(words!)}`,
    focus: ([who, slot, cards, words], say) =>
      `der Hinweis sagt, dass Karte ${say.place(slot!)} von ${say.who(who!)} ${cards!.split(" or ").map(say.card).join(" oder ")} ist: ${step(words!)}`,
    own: ([what, slot, words], say) => (what === "plays" ? `spielt Karte ${say.place(slot!)}: ${step(words!)}` : `legt Karte ${say.place(slot!)} ab: ${step(words!)}`),
    convention: ([words]) => step(words!),
    late: ([agent, seconds], say) => `${say.agent(agent!)} brauchte länger als ${say.figure(seconds!)} s`,
    instead: ([agent], say) => `stattdessen zog ${say.agent(agent!)}`,
    step: ([words]) => step(words!),
  },
};
