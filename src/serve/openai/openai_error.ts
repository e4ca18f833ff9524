/** Errors in OpenAI's shape. */
import { RaError, type RaErrorCode } from "../../errors.ts";

export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};
const STATUS: Partial<Record<RaErrorCode, number>> = {
  "query-empty": 400,
  "query-syntax": 400,
  "usage": 400,
  "too-expensive": 400,
  "busy": 429,
  "key-refused": 401,
  "generation-failed": 502,
  "embedding-failed": 502,
  "model-missing": 503,
  "index-missing": 503,
};

/** What a service answers that a client has to see as it is. */
const PASSED_ON: ReadonlySet<number> = new Set([401, 403, 429]);

/** A request with a mistake, and the field that holds it. */
export class BadRequest extends Error {
  readonly param: string | null;

  constructor(message: string, param: string | null = null) {
    super(message);
    this.param = param;
  }
}

/** Something that a client names and ra does not have. */
export class NotFound extends BadRequest {}

interface FailedAnswer {
  readonly status: number;
  readonly body: OpenAiError;
  readonly headers: Readonly<Record<string, string>>;
}

export function openAiError(
  status: number,
  message: string,
  code: string | null = null,
  param: string | null = null,
): OpenAiError {
  const type = TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { error: { message, type, param, code } };
}

/** The answer for what was thrown. Rethrows what nobody expected. */
export function openAiErrorOf(error: unknown): FailedAnswer {
  if (error instanceof BadRequest) {
    const status = error instanceof NotFound ? 404 : 400;
    return { status, body: openAiError(status, error.message, null, error.param), headers: {} };
  }
  if (!(error instanceof RaError)) throw error;
  const { refusal } = error;
  const isPassedOn = refusal !== undefined && PASSED_ON.has(refusal.status);
  const status = isPassedOn ? refusal.status : STATUS[error.code] ?? 500;
  const wait = isPassedOn ? refusal.retryAfterMs : undefined;
  return {
    status,
    body: openAiError(status, error.message, error.code),
    headers: wait === undefined ? {} : { "retry-after": String(Math.ceil(wait / 1000)) },
  };
}
