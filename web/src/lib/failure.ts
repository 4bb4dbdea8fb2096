// What a page says when its data could not be loaded, in the reader's language.
import { common } from "../messages/common";
import { ApiError } from "./api";

/** Words for an error of a request; other errors of the server keep its text. */
export function failureWords(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 404) return common().gone;
  return error.status === 0 ? common().broken.text : error.message;
}
