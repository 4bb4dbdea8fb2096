// The eight steps of the lesson: a fixed position each, the learner's task, and the partner's reply.
// The words are in src/messages/learn.ts, in the same order.
import type { Start } from "./rules";

export interface Step {
  start: Start;
  /** Moves that solve the task; "choose 1" only asks to choose one of the partner's cards. */
  wanted: readonly string[];
  /** The partner's reply. */
  answer?: string;
}

export const STEPS: readonly Step[] = [
  {
    start: { you: "b2 y1 w3 r4 g1", partner: "r1 y4 b1 w2 g3", deck: "y2 r2 w1 b4 g2 y3" },
    wanted: ["choose 1"],
  },
  {
    start: { you: "b2 y1 w3 r4 g1", partner: "r1 y4 b1 w2 g3", deck: "y2 r2 w1 b4 g2 y3" },
    wanted: ["hint 1"],
    answer: "play 0",
  },
  {
    start: { you: "b2 y1 w3 r4 g2", partner: "y4 b1 w2 g3 r2", fireworks: "r1", hints: 6, told: ["0 1"], deck: "w1 b4 g1 y3 w4", turn: 2 },
    wanted: ["play 1"],
    answer: "hint 3",
  },
  {
    start: { you: "r3 w4 y1 r1 b4", partner: "y4 g3 w1 b3 y2", fireworks: "r2 g1", hints: 4, told: ["0 r", "0 3"], deck: "g2 w2 b1 y3", turn: 8 },
    wanted: ["play 0"],
    answer: "discard 0",
  },
  {
    start: { you: "w4 y3 g2 b4 r4", partner: "b3 w3 y2 g4 r4", fireworks: "r3 g1 w1", hints: 0, told: ["0 g", "0 2"], discards: "y1", deck: "b1 w2 y4 g3", turn: 14 },
    wanted: ["discard 0", "discard 1", "discard 3", "discard 4"],
    answer: "hint g",
  },
  {
    start: { you: "y3 b4 r4 w1 y4", partner: "w5 b3 y2 g4 r1", fireworks: "r3 g2 w2 y1", hints: 2, discards: "w4 b2", deck: "b1 w3 g3 r5", turn: 20 },
    wanted: ["hint 5"],
    answer: "discard 4",
  },
  {
    start: { you: "r1 b4 y4 w4 g5", partner: "b3 y2 g4 w3 b2", fireworks: "r3 g2 w2 y1 b1", hints: 3, lives: 1, told: ["0 1", "0 5"], discards: "w4", deck: "w3 r4 y3", turn: 26 },
    wanted: ["discard 0"],
    answer: "play 4",
  },
  {
    start: { you: "y2 w1 g5 r1 b3", partner: "y1 b5 w2 g1 r2", fireworks: "r5 g4 w5 y5 b4", hints: 4, lives: 2, told: ["0 5", "0 g", "1 5", "1 b"], discards: "y1 r1 w1 b1 g1", deck: "", turn: 58 },
    wanted: ["play 2"],
    answer: "play 1",
  },
];
