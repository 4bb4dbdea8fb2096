// Requests of the pages Replay, Map and Belief.
import { get, post } from "./api";
import type {
  Answer,
  AskBody,
  Asked,
  BehaviourMap,
  BeliefView,
  Beliefs,
  Branch,
  CellComparison,
  CellDetail,
  CreatedGame,
  Export,
  KnownAgent,
  KnownAgents,
  MapLayer,
  MapList,
  MapSummary,
  PlayOnBody,
  Replay,
  ShowBody,
  ShowMade,
  Tried,
  TryBody,
} from "../protocol";

const part = encodeURIComponent;
const replayAt = (id: string): string => `/api/replays/${part(id)}`;
const mapAt = (id: string): string => `/api/maps/${part(id)}`;

/** Caches answers that never change. */
function kept<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    let answer = answers.get(path);
    if (!answer) {
      answer = ask(path);
      answer.catch(() => answers.delete(path));
      if (answers.size > 300) answers.delete(answers.keys().next().value!);
      answers.set(path, answer);
    }
    return answer;
  };
}
const once = kept((path) => get<unknown>(path)) as <T>(path: string) => Promise<T>;

export const replay = (id: string): Promise<Replay> => once(replayAt(id));
export const exported = (id: string): Promise<Export> => get(`${replayAt(id)}/export`);
const otherwise = (branch: Branch | null): string =>
  branch ? `&from=${branch.turn}&moves=${part((branch.moves ?? []).join(";"))}` : "";
export const trace = (id: string, turn: number, agent: string, branch: Branch | null): Promise<Answer> =>
  once(`${replayAt(id)}/trace?turn=${turn}&agent=${part(agent)}${otherwise(branch)}`);
export const beliefsAt = (id: string, turn: number, seat: number, branch: Branch | null): Promise<Beliefs> =>
  once(`${replayAt(id)}/beliefs?turn=${turn}&seat=${seat}${otherwise(branch)}`);
export const ask = (id: string, body: AskBody): Promise<Asked> => post(`${replayAt(id)}/ask`, body);
export const tryMoves = (id: string, body: TryBody): Promise<Tried> => post(`${replayAt(id)}/try`, body);
export const playOn = (id: string, body: PlayOnBody): Promise<CreatedGame> => post(`${replayAt(id)}/branch`, body);
export const show = (body: ShowBody): Promise<ShowMade> => post("/api/replays", body);

export const mapList = async (): Promise<readonly MapSummary[]> => (await once<MapList>("/api/maps")).maps;
export const behaviourMap = (id: string): Promise<BehaviourMap> => once(mapAt(id));
export const cell = (id: string, which: string): Promise<CellDetail> => once(`${mapAt(id)}/cells/${part(which)}`);
export const compare = (id: string, a: string, b: string): Promise<CellComparison> =>
  once(`${mapAt(id)}/compare?a=${part(a)}&b=${part(b)}`);
export const layer = (id: string, partner: string): Promise<MapLayer> => once(`${mapAt(id)}/layer?partner=${part(partner)}`);
export const knownAgents = async (id: string): Promise<readonly KnownAgent[]> =>
  (await once<KnownAgents>(`${mapAt(id)}/agents`)).agents;

/** Null if no agent at the table has beliefs. */
export const belief = (game: string): Promise<BeliefView | null> => get(`/api/games/${part(game)}/belief`);
