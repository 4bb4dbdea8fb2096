// Names of players as pages show them.
import { common } from "../messages/common";

/** The names with a number after repeated ones, so that sentences are unambiguous. */
export const distinctNames = (names: readonly string[]): string[] =>
  names.map((name, at) => {
    const nth = names.slice(0, at + 1).filter((other) => other === name).length;
    return nth === 1 ? name : `${name} ${nth}`;
  });

/** A name in the reader's language: the server calls people who gave none "Player 1", "Player 2" … */
const inLanguage = (name: string): string => {
  const number = /^Player (\d)$/.exec(name)?.[1];
  return number ? common().player(Number(number)) : name;
};

/** The names of a table's players as its reader sees them. */
export const shownNames = (names: readonly string[]): string[] => distinctNames(names).map(inLanguage);
