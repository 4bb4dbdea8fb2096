// Reasons of agents without rules, in English.
import { chances, reactions, weighed, type ThoughtWords } from "./thoughts";

const first = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

export const english: ThoughtWords = {
  you: "you",
  kinds: {
    response: ([agent, points], say) => `plays like ${say.agent(agent!)}, which averages ${say.figure(points!)} points with such partners`,
    unimproved: ([games], say) => `a search of ${say.figure(games!)} games found no move that is clearly better`,
    improved: ([games, better, worse], say) => `a search of ${say.figure(games!)} games prefers “${say.move(better!)}” to “${say.move(worse!)}”`,
    search: ([games, points, of, move, others, tries], say) =>
      `a search of ${say.figure(games!)} games: ${say.figure(points!)} points in ${say.figure(of!)} of them; next “${say.move(move!)}” (${say.figure(others!)} points in ${say.figure(tries!)})`,
    onlyMove: ([games, points], say) => `a search of ${say.figure(games!)} games tried no other move: ${say.figure(points!)} points`,
    network: ([move, percent, points], say) => `the network prefers “${say.move(move!)}” (${percent} %) and expects ${say.figure(points!)} points from here on`,
    factors: ([moves, equal, move, value, factors], say) =>
      `“${say.move(move!)}” is worth most of ${moves} moves${equal ? ` (first of ${equal} equal ones)` : ""}: ${say.figure(value!)}${factors ? `, from ${weighed(factors).map(([name, term]) => `${name.replaceAll("_", " ")} ${say.figure(term)}`).join(", ")}` : ""}`,
    people: ([percent]) => `${percent} % of such people would do that`,
    foreseen: ([move, worth, likely], say) => {
      const next = chances(likely!).map(([reaction, percent]) => `“${say.move(reaction)}” ${percent} %`);
      return `“${say.move(move!)}” is worth ${say.figure(worth!)} points; the partner is likely to answer: ${next.join(", ") || "nothing in particular"}`;
    },
    aimed: ([step, , score, reaction], say) => {
      const next = reactions(reaction!).map(([what, slots]) => `${what} card ${slots.map(say.place).join(", ")}`);
      return `${step} (expected: the partner ${next.join(" and ") || "does nothing"}; score ${score})`;
    },
    hat: ([number, of, words]) => `the hint says number ${number} of ${of}: ${words}`,
    focus: ([who, slot, cards, words], say) =>
      `the hint says that card ${say.place(slot!)} of ${say.who(who!)} is ${cards!.split(" or ").map(say.card).join(" or ")}: it ${words}`,
    own: ([what, slot, words], say) => `${what} card ${say.place(slot!)}: ${words}`,
    convention: ([words]) => first(words!),
    late: ([agent, seconds], say) => `${say.agent(agent!)} took longer than ${say.figure(seconds!)} s`,
    instead: ([agent], say) => `${say.agent(agent!)} moved instead`,
    step: ([words]) => words!.replace(/ in (?:the core|Python), without rules$/, " without rules"),
  },
};
