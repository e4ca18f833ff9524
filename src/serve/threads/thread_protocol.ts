/** What the thread of the server and the thread that answers send each other. */
import { RaError, type Warning } from "../../errors.ts";
import type { Progress } from "../../store/update/progress.ts";

export type ToAnswerer =
  /** `closed` is one number, which is not 0 once nothing is under way any more. */
  | { readonly kind: "close"; readonly closed: SharedArrayBuffer }
  | { readonly kind: "prepare"; readonly setup: unknown }
  | {
    readonly kind: "call";
    readonly id: number;
    readonly name: string;
    readonly given: unknown;
    readonly client: string;
    /** One number, which is not 0 once the call was stopped. A message would arrive only after a long computation. */
    readonly stop: SharedArrayBuffer;
    readonly wantsProgress: boolean;
  };

export type FromAnswerer =
  | { readonly kind: "prepared" }
  | { readonly kind: "unprepared"; readonly failure: Failure }
  | { readonly kind: "warning"; readonly warning: Warning }
  | { readonly kind: "progress"; readonly id: number; readonly progress: Progress }
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure };

/** An error as plain data, because errors lose their class on the way. */
export interface Failure extends Pick<RaError, "code" | "message"> {
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly hint: string | undefined;
  readonly others: readonly Failure[];
}

export function failureOf(error: unknown): Failure {
  const known = error instanceof RaError
    ? error
    : new RaError("engine", error instanceof Error ? error.message : String(error));
  const { code, message, path, line, column, hint, others = [] } = known;
  return { code, message, path, line, column, hint, others: others.map(failureOf) };
}

export function errorOf({ code, message, others, ...details }: Failure): RaError {
  return new RaError(code, message, { ...details, others: others.map(errorOf) });
}
