// Requests to the server that serves the pages. Errors carry the text of the server.
import type {
  AgentInfo,
  AgentList,
  ClaimedSeat,
  CreateGame,
  CreatedGame,
  GameList,
  GameSummary,
  ImportedGame,
  NextGame,
  MoveReason,
  ReasonList,
} from "../protocol";

export class ApiError extends Error {
  /** HTTP status; 0 if the server was not reached. */
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** A request with any method; `get` and `post` are the usual ones. */
export const request = <T>(path: string, init?: RequestInit): Promise<T> => read<T>(fetch(path, { credentials: "same-origin", ...init }));

async function read<T>(response: Promise<Response>): Promise<T> {
  let answer: Response;
  try {
    answer = await response;
  } catch {
    throw new ApiError(0, "The server was not reached.");
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const error = body !== null && typeof body === "object" && "error" in body ? String(body.error) : answer.statusText;
    throw new ApiError(answer.status, error);
  }
  return body as T;
}

/** GET, with the answer as typed data. */
export const get = <T>(path: string): Promise<T> => request<T>(path);

/** POST of a JSON body. */
export const post = <T>(path: string, body: unknown): Promise<T> =>
  request<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`;

declare global {
  /** The request for the agents that `public/early.js` began; it can be read once. */
  var earlyAgents: Promise<Response> | undefined;
}

export async function agents(): Promise<readonly AgentInfo[]> {
  const early = globalThis.earlyAgents;
  globalThis.earlyAgents = undefined;
  return (await (early ? read<AgentList>(early) : get<AgentList>("/api/agents"))).agents;
}
export const games = async (which: "mine" | "watchable" | "finished"): Promise<readonly GameSummary[]> =>
  (await get<GameList>(`/api/games?${which}`)).games;
export const createGame = (wish: CreateGame): Promise<CreatedGame> => post("/api/games", wish);
export const claimSeat = (id: string, token: string, name: string): Promise<ClaimedSeat> =>
  post(`${game(id)}/seat`, { token, ...(name ? { name } : {}) });
export const nextGame = (id: string, wish: NextGame): Promise<CreatedGame> => post(`${game(id)}/next`, wish);
export const reasons = async (id: string): Promise<readonly MoveReason[]> => (await get<ReasonList>(`${game(id)}/reasons`)).reasons;
export const importGame = (text: string): Promise<ImportedGame> => post("/api/import", { text });
