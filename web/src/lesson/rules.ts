// Enough of the game's rules for the lesson's fixed decks: two players, five suits, no server.
// Live games never use this: there, the server's engine computes what cards may be.
import { COPIES, RANKS, SUITS, identity, product, type Rank, type Suit } from "../lib/cards";
import type { CardView, Choice, Discarded, HintMark, TableView } from "../protocol";

export type Face = `${Suit}${Rank}`;

export interface Held {
  key: string;
  face: Face;
  positive: number;
  negative: number;
  hints: readonly HintMark[];
}

export interface Position {
  fireworks: Readonly<Record<string, number>>;
  hints: number;
  lives: number;
  deck: readonly Face[];
  /** Seat 0 learns, seat 1 is the partner; oldest card first. */
  hands: readonly [readonly Held[], readonly Held[]];
  discards: readonly Face[];
  current: 0 | 1;
  turn: number;
  drawn: readonly [number, number];
}

export interface Start {
  fireworks?: string;
  hints?: number;
  lives?: number;
  you: string;
  partner: string;
  deck?: string;
  discards?: string;
  /** Hints given before the step begins, like "0 r" or "1 5": the hinted seat and the value. */
  told?: readonly string[];
  turn?: number;
}

const FIVE = SUITS.slice(0, 5);
const ALL = product(FIVE, RANKS);
const faces = (text: string): Face[] => text.split(" ").filter(Boolean) as Face[];
const suitOf = (face: Face): Suit => face[0] as Suit;
const rankOf = (face: Face): Rank => Number(face[1]) as Rank;
const maskOf = (value: string): number =>
  /^\d$/.test(value) ? product(FIVE, [Number(value) as Rank]) : product([value as Suit], RANKS);
const fits = (value: string, face: Face): boolean => face.includes(value);

/** A position as a lesson writes it: cards like "r1", fireworks like "r2 y1". */
export function begin(start: Start): Position {
  const heights: Record<string, number> = Object.fromEntries(FIVE.map((suit) => [suit, 0]));
  for (const face of faces(start.fireworks ?? "")) heights[suitOf(face)] = rankOf(face);
  const hold = (seat: number, text: string): Held[] =>
    faces(text).map((face, index) => ({ key: `${seat}-${index}`, face, positive: ALL, negative: ALL, hints: [] }));
  let position: Position = {
    fireworks: heights,
    hints: start.hints ?? 8,
    lives: start.lives ?? 3,
    deck: faces(start.deck ?? ""),
    hands: [hold(0, start.you), hold(1, start.partner)],
    discards: faces(start.discards ?? ""),
    current: 0,
    turn: start.turn ?? 0,
    drawn: [faces(start.you).length, faces(start.partner).length],
  };
  for (const hint of start.told ?? []) {
    const [seat, value] = hint.split(" ") as [string, string];
    position = { ...position, hands: hear(position, Number(seat) as 0 | 1, value) };
  }
  return position;
}

function hear(position: Position, seat: 0 | 1, value: string): Position["hands"] {
  const mark: HintMark = { turn: position.turn, giver: 1 - seat, value };
  const hinted = position.hands[seat].map((card) =>
    fits(value, card.face)
      ? { ...card, positive: card.positive & maskOf(value), negative: card.negative & maskOf(value), hints: [...card.hints, mark] }
      : { ...card, negative: card.negative & ~maskOf(value) },
  );
  return seat === 0 ? [hinted, position.hands[1]] : [position.hands[0], hinted];
}

/** The position after a move of the current seat: "play 0", "discard 0", "hint r" or "hint 3". */
export function move(position: Position, text: string): Position {
  const [kind, value] = text.split(" ") as [string, string];
  const { current } = position;
  const next = { ...position, current: (1 - current) as 0 | 1, turn: position.turn + 1 };
  if (kind === "hint") return { ...next, hints: position.hints - 1, hands: hear(position, (1 - current) as 0 | 1, value) };
  const slot = Number(value);
  const card = position.hands[current][slot]!;
  const [drawnCard, ...deck] = position.deck;
  const left = position.hands[current].filter((_, index) => index !== slot);
  const fresh = drawnCard === undefined ? [] : [{ key: `${current}-${position.drawn[current]}`, face: drawnCard, positive: ALL, negative: ALL, hints: [] }];
  const hand = [...left, ...fresh];
  const moved: Position = {
    ...next,
    deck,
    hands: current === 0 ? [hand, position.hands[1]] : [position.hands[0], hand],
    drawn: current === 0 ? [position.drawn[0] + fresh.length, position.drawn[1]] : [position.drawn[0], position.drawn[1] + fresh.length],
  };
  const suit = suitOf(card.face);
  const good = kind === "play" && position.fireworks[suit]! + 1 === rankOf(card.face);
  if (good) {
    const bonus = rankOf(card.face) === 5 && position.hints < 8 ? 1 : 0;
    return { ...moved, fireworks: { ...position.fireworks, [suit]: rankOf(card.face) }, hints: position.hints + bonus };
  }
  const discards = [...position.discards, card.face];
  return kind === "play" ? { ...moved, discards, lives: position.lives - 1 } : { ...moved, discards, hints: position.hints + 1 };
}

function standing(position: Position): Discarded[] {
  return FIVE.flatMap((suit) =>
    RANKS.map((rank) => {
      const gone = (of: Rank): number => position.discards.filter((face) => face === `${suit}${of}`).length;
      const height = position.fireworks[suit]!;
      const played = rank <= height;
      const blocked = RANKS.some((lower) => lower > height && lower < rank && gone(lower) === COPIES[lower]);
      const left = COPIES[rank] - gone(rank) - (played ? 1 : 0);
      return { card: `${suit}${rank}`, gone: gone(rank), left, played, dead: played || blocked, critical: !played && !blocked && left === 1 };
    }),
  );
}

function choices(position: Position): Choice[] {
  if (position.current !== 0) return [];
  const own = position.hands[0].flatMap((card, slot): Choice[] => [
    { move: `play ${slot}`, kind: "play", slot, guard: certainlyUnplayable(position, card) ? "misplay" : "" },
    ...(position.hints < 8 ? [{ move: `discard ${slot}`, kind: "discard", slot } as const] : []),
  ]);
  if (position.hints === 0) return own;
  const values = [...FIVE, ...RANKS.map(String)];
  const hints = values.flatMap((value): Choice[] => {
    const touched = position.hands[1].filter((card) => fits(value, card.face));
    if (touched.length === 0) return [];
    const heard = hear(position, 1, value)[1];
    const news = touched.filter((card) => heard.find((known) => known.key === card.key)!.negative !== card.negative).length;
    return [{ move: `hint ${value}`, kind: /\d/.test(value) ? "hint_rank" : "hint_color", target: 1, value, touches: touched.map((card) => card.key), news }];
  });
  return [...own, ...hints];
}

function certainlyUnplayable(position: Position, card: Held): boolean {
  return FIVE.every((suit) => {
    const next = position.fireworks[suit]! + 1;
    return next > 5 || ((card.negative >>> identity(suit, next as Rank)) & 1) === 0;
  });
}

/** The table as the learner may see it. */
export function tableOf(position: Position, names: readonly [string, string]): TableView {
  const score = Object.values(position.fireworks).reduce((sum, height) => sum + height, 0);
  const cards = standing(position);
  const ceiling = FIVE.reduce((sum, suit) => {
    const dead = cards.find((card) => card.card[0] === suit && !card.played && (card.dead || card.left === 0));
    return sum + (dead ? Number(dead.card[1]) - 1 : 5);
  }, 0);
  const show = (seat: 0 | 1): CardView[] =>
    position.hands[seat].map((card, slot) => ({
      key: card.key,
      slot,
      positive: card.positive,
      negative: card.negative,
      counting: card.negative,
      hints: [...card.hints],
      ...(seat === 1 ? { card: card.face } : {}),
    }));
  return {
    turn: position.turn,
    current: position.current,
    score,
    max_score: 25,
    ceiling,
    hints: position.hints,
    max_hints: 8,
    lives: position.lives,
    max_lives: 3,
    deck_size: position.deck.length,
    fireworks: { ...position.fireworks },
    seats: [
      { seat: 0, name: names[0], kind: "human", hand: show(0) },
      { seat: 1, name: names[1], kind: "agent", hand: show(1) },
    ],
    cards,
    choices: choices(position),
  };
}
