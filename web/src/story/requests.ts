// Requests of the story page.
import { get } from "../lib/api";
import type { DeckBoard, Story } from "../protocol";

const at = (id: string): string => `/api/stories/${encodeURIComponent(id)}`;

export const story = (id: string, seat: string | null): Promise<Story> => get(`${at(id)}${seat === null ? "" : `?seat=${encodeURIComponent(seat)}`}`);
export const board = (id: string): Promise<DeckBoard> => get(`${at(id)}/board`);
