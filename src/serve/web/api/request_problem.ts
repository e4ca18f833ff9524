/** Turns failures into what the page and its JSON say about them. */
import { RaError, type RaErrorCode } from "../../../errors.ts";
import type { ShownProblem } from "../html/problem_html.ts";

const STATUS: Readonly<Partial<Record<RaErrorCode, number>>> = {
  "usage": 400,
  "query-syntax": 400,
  "query-empty": 400,
  "unknown-tree": 400,
  "unknown-id": 404,
  "unknown-file": 404,
  "too-expensive": 422,
  "busy": 429,
  "index-locked": 503,
  // The client went, or the server is about to end.
  "interrupted": 503,
};

/** What `/api/…` answers under `error`. */
interface RequestProblem extends ShownProblem {
  readonly status: number;
  readonly code: string;
}

/** Describes a failure of ra to a client. If the failure is a bug of ra, it reveals no details. */
export function problemOf(error: unknown): RequestProblem {
  if (!(error instanceof RaError)) return { status: 500, code: "engine", message: "something unexpected went wrong" };
  const { code, message, hint } = error;
  return { status: STATUS[code] ?? 500, code, message: message.replace(/^query: /, ""), hint };
}
