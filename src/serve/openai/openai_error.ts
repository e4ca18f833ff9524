/** Errors in OpenAI's shape. */
import { RaError, type RaErrorCode } from "../../errors.ts";

interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: null;
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
  "key-refused": 502,
  "generation-failed": 502,
  "embedding-failed": 502,
  "model-missing": 503,
  "index-missing": 503,
};

/** A request with a mistake. */
export class BadRequest extends Error {}

export function openAiError(status: number, message: string, code: string | null = null): OpenAiError {
  const type = TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { error: { message, type, param: null, code } };
}

/** The status and the body for what an answer threw. Rethrows what nobody expected. */
export function openAiErrorOf(error: unknown): { readonly status: number; readonly body: OpenAiError } {
  if (error instanceof BadRequest) return { status: 400, body: openAiError(400, error.message) };
  if (!(error instanceof RaError)) throw error;
  const status = STATUS[error.code] ?? 500;
  return { status, body: openAiError(status, error.message, error.code) };
}
