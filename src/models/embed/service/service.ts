/** A service that runs models behind HTTP: its address and key, retries, and what its errors mean. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import { interrupted, RaError } from "../../../errors.ts";
import { sleep } from "../../../host/clock.ts";
import { type Posted, postJson } from "../../../host/post_json.ts";
import { backoffMs, isBusy } from "../../../host/exchange.ts";
import { type Endpoint, messageIn, openEndpoint } from "../../../host/services/endpoint.ts";
import type { StopSignal } from "../../../search/ports/work.ts";

export interface ModelService {
  /** Without the key. It tells one service from another. */
  readonly address: string;
  /**
   * Posts to a path below the address. Tries again after 429, 5xx and lost connections. A 4xx is an answer. Throws
   * `embedding-failed` and `interrupted`.
   */
  post(path: string, body: unknown, options: PostLimits): Promise<ServiceAnswer>;
  /** The error of an answer that is of no use. */
  failure(why: string, answer?: ServiceAnswer): RaError;
}

export interface PostLimits {
  /** Milliseconds for all tries together. */
  readonly within: number;
  readonly signal?: StopSignal | undefined;
}

export type ServiceAnswer = Pick<Posted, "status" | "json">;

/** 2,048 vectors of 4,096 values are about 160 MB as text. */
const MAX_ANSWER = 256 * 1024 * 1024;
const MAX_TRIES = 5;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
/** While a service is away, who cannot wait does not ask again for so long. */
const AWAY_MS = 10_000;

/** Throws `embedding-failed` without an address, or without the key that the configuration names. */
export function openService(settings: EmbeddingSettings): ModelService {
  const endpoint = openEndpoint(settings);
  if (endpoint === "no-address") {
    throw new RaError("embedding-failed", "`semantic.base_url` is not set, and the provider `openai` needs it", {
      hint: 'name the service, as in base_url = "http://localhost:11434/v1"',
    });
  }
  if (endpoint === "no-key") {
    // Somebody may have written the key itself there, so the message does not repeat the name.
    throw new RaError("embedding-failed", "the environment variable of `semantic.api_key_env` holds no key", {
      hint: "set it, or name another variable",
    });
  }
  return new HttpService(endpoint);
}

class HttpService implements ModelService {
  readonly address: string;
  readonly #endpoint: Endpoint;
  /** Since when the service does not answer, and why. */
  #away: { readonly until: number; readonly error: RaError } | undefined;

  constructor(endpoint: Endpoint) {
    this.address = endpoint.place;
    this.#endpoint = endpoint;
  }

  failure(why: string, answer?: ServiceAnswer): RaError {
    const says = answer === undefined ? "" : this.#endpoint.saysOf(answer.json);
    return new RaError("embedding-failed", `${this.address}: ${why}${says === "" ? "" : `: ${says}`}`, {
      hint: answer?.status === 401 || answer?.status === 403
        ? "check the key that `semantic.api_key_env` names"
        : "check `base_url` and `model` in `[semantic]`, and whether the service runs",
      refusal: answer,
    });
  }

  async post(path: string, body: unknown, { within, signal }: PostLimits): Promise<ServiceAnswer> {
    if (this.#away !== undefined && Date.now() < this.#away.until && within <= AWAY_MS) throw this.#away.error;
    const { headers, urlOf } = this.#endpoint;
    const timeout = AbortSignal.timeout(within);
    const stop = signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout;
    const isStopped = (): boolean => signal?.aborted === true;
    let last = this.failure(`no answer within ${within / 1000} seconds`);
    for (let tried = 0; tried < MAX_TRIES; tried++) {
      if (isStopped()) throw this.#interrupted(signal, last);
      let pause: number | undefined;
      try {
        const answer = await postJson(urlOf(path), body, { headers, signal: stop, most: MAX_ANSWER });
        if (!isBusy(answer.status)) {
          this.#away = undefined;
          return answer;
        }
        last = this.failure(`the service answers ${answer.status}`, answer);
        pause = answer.retryAfterMs;
      } catch (error) {
        if (isStopped()) throw this.#interrupted(signal, last);
        if (stop.aborted) {
          throw this.#isAway(tried === 0 ? this.failure(`no answer within ${within / 1000} seconds`) : last);
        }
        if (!(error instanceof RaError)) throw error;
        last = this.failure(error.message);
      }
      if (tried + 1 < MAX_TRIES) await sleep(Math.min(pause ?? backoffMs(FIRST_WAIT_MS, tried + 1), MAX_WAIT_MS), stop);
      if (stop.aborted && !isStopped()) throw this.#isAway(last);
    }
    throw this.#isAway(last);
  }

  #isAway(error: RaError): RaError {
    this.#away = { until: Date.now() + AWAY_MS, error };
    return error;
  }

  /** A caller that could wait no longer also says that the service is away. */
  #interrupted(signal: StopSignal | undefined, last: RaError): RaError {
    const reason: unknown = signal instanceof AbortSignal ? signal.reason : undefined;
    if (reason instanceof DOMException && reason.name === "TimeoutError") this.#isAway(last);
    return interrupted("the model");
  }
}

/** Whether a service refuses an input because there is too much of it. */
export function isTooLarge({ status, json }: ServiceAnswer): boolean {
  return status === 413 ||
    ((status === 400 || status === 422) &&
      /too (large|long|many|big)|maximum|context (length|size|window)|exceed|token limit|larger than/i.test(
        messageIn(json),
      ));
}
