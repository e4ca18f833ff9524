/**
 * Every error that ra raises on purpose is an {@link RaError}. Its code is stable, and `docs/errors.md` describes it.
 */

/**
 * Stable error codes. `usage`, `config-*`, `query-*` and `unknown-tree` mean that the request was wrong (exit code 2).
 */
export type RaErrorCode =
  | "usage"
  | "config-missing"
  | "config-syntax"
  | "config-key"
  | "config-value"
  | "config-untrusted"
  | "query-syntax"
  | "query-empty"
  | "unknown-tree"
  | "unknown-id"
  | "unknown-file"
  | "unknown-session"
  | "file-exists"
  | "agents-edited"
  | "agents-markers"
  | "io"
  | "place-refused"
  | "index-locked"
  | "index-missing"
  | "index-damaged"
  | "not-text"
  | "model-missing"
  | "model-invalid"
  | "embedding-failed"
  | "generation-failed"
  | "key-refused"
  | "engine"
  | "too-expensive"
  | "work-limit"
  | "busy"
  | "interrupted";

/** Where an error happened and what to do about it. */
export interface RaErrorDetails {
  /** The file that the error is about, as the user would type it. */
  readonly path?: string | undefined;
  /** 1-based line. */
  readonly line?: number | undefined;
  /** 1-based column, in characters. */
  readonly column?: number | undefined;
  /** What the user can do. It is printed on its own line. */
  readonly hint?: string | undefined;
  /** The underlying failure. */
  readonly cause?: unknown;
  /** Further mistakes that were found together with this one. */
  readonly others?: readonly RaError[] | undefined;
  /** What a service answered, where that is the reason. */
  readonly refusal?: ServiceRefusal | undefined;
}

/** A service's own answer that it will not serve a request. */
export interface ServiceRefusal {
  /** Of HTTP. */
  readonly status: number;
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** An expected failure. `message` says what failed and why, and `hint` says what to do. */
export class RaError extends Error {
  override readonly name = "RaError";
  readonly code: RaErrorCode;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
  readonly others?: readonly RaError[];
  readonly refusal?: ServiceRefusal;

  constructor(code: RaErrorCode, message: string, details: RaErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    if (details.path !== undefined) this.path = details.path;
    if (details.line !== undefined) this.line = details.line;
    if (details.column !== undefined) this.column = details.column;
    if (details.hint !== undefined) this.hint = details.hint;
    if (details.others !== undefined && details.others.length > 0) this.others = details.others;
    if (details.refusal !== undefined) this.refusal = details.refusal;
  }
}

/** The error of work that the user, a client or the end of the program stopped. */
export function interrupted(what: string, cause?: unknown): RaError {
  return new RaError("interrupted", `${what} was stopped before it was done`, { cause });
}

/** The first of several errors. It holds the others. */
export function firstOf([first, ...others]: readonly [RaError, ...RaError[]]): RaError {
  if (others.length === 0) return first;
  const { code, message, path, line, column, hint, cause, refusal } = first;
  return new RaError(code, message, { path, line, column, hint, cause, others, refusal });
}

/** What an error of a runtime or a library says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A problem that did not stop the work. It is printed on stderr as `ra: warning: …`. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** The warning of a failure that did not stop the work, with its own message or another one. */
export function warningOf({ code, message: own, path, line }: RaError, message = own): Warning {
  return { code, message, ...(path === undefined ? {} : { path }), ...(line === undefined ? {} : { line }) };
}
