// Requests of the study's pages.
import { ApiError, get, post } from "../lib/api";
import type { Arrive, HandIn, OperatorView, PageClick, StudyInfo, StudyLink, StudyState, WatchedTables } from "../protocol";

export const info = (): Promise<StudyInfo> => get("/api/study");
export const state = (): Promise<StudyState> => get("/api/study/state");
export const arrive = (body: Arrive): Promise<StudyState> => post("/api/study/arrive", body);
export const resume = (token: string): Promise<StudyState> => post("/api/study/resume", { token });
export const submit = (body: HandIn): Promise<StudyState> => post("/api/study/submit", body);
export const again = (): Promise<StudyState> => post("/api/study/again", {});
export const stop = (remove: boolean): Promise<StudyState> => post("/api/study/stop", { delete: remove });
export const link = (): Promise<StudyLink> => get("/api/study/link");

/** Sends clicks even while the page is being left. Nothing depends on the answer. */
export function trace(step: number, clicks: readonly PageClick[]): void {
  const body = JSON.stringify({ step, clicks });
  void fetch("/api/study/trace", { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body }).catch(() => {});
}

async function asOperator(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`/api/study/operator${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  if (!answer.ok) throw new ApiError(answer.status, ((await answer.json()) as { error: string }).error);
  return answer;
}
export const overview = async (token: string): Promise<OperatorView> => (await asOperator(token, "")).json();
export const tables = async (token: string): Promise<WatchedTables> => (await asOperator(token, "/tables")).json();
export const pause = async (token: string, paused: boolean): Promise<OperatorView> =>
  (await asOperator(token, "/pause", { method: "POST", body: JSON.stringify({ paused }) })).json();
export const download = async (token: string): Promise<Blob> => (await asOperator(token, "/export")).blob();
