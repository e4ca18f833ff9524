/** A service that runs models behind HTTP: its address and key, retries, and what its errors mean. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import { interrupted, RaError } from "../../../errors.ts";
import { nowMs, sleep } from "../../../host/clock.ts";
import { type Posted, postJson } from "../../../host/post_json.ts";
import { backoffMs, isBusy } from "../../../host/exchange.ts";
import { type Endpoint, openEndpoint } from "../../../host/services/endpoint.ts";
import { lacksKey, refusedKeyHint } from "../../../host/services/key_variable.ts";
import { comeBack, LONGEST_PAUSE_MS } from "../../../host/services/service_words.ts";
import type { StopSignal } from "../../../search/ports/work.ts";
import { isTooLarge } from "./refused_input.ts";

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

interface PostLimits {
  /** Milliseconds for all tries together. */
  readonly within: number;
  readonly signal?: StopSignal | undefined;
  /** Default: 5. */
  readonly tries?: number | undefined;
  /**
   * Whether the input may be what the service fails at. Then a 5xx and a lost connection are answers, a 500 after two
   * tries.
   */
  readonly mayBeInput?: boolean | undefined;
}

/** The status is 0 where the connection was lost. */
export type ServiceAnswer = Pick<Posted, "status" | "json"> & Partial<Pick<Posted, "retryAfterMs">>;

/** 2,048 vectors of 4,096 values are about 160 MB as text. */
const MAX_ANSWER = 256 * 1024 * 1024;
const MAX_TRIES = 5;
/** A service that fails at an input does so each time. */
const TRIES_OF_INPUT = 2;
const FIRST_WAIT_MS = 500;
/** While a service is away, who cannot wait does not ask again for so long. */
const AWAY_MS = 10_000;

/** Throws `embedding-failed` without an address, or without the key that the configuration names. */
export function openService(settings: EmbeddingSettings): ModelService {
  const endpoint = openEndpoint(settings);
  const { api_key_env: variable } = settings;
  if (endpoint === "no-address") {
    throw new RaError("embedding-failed", "`semantic.base_url` is not set, and the provider `openai` needs it", {
      hint: 'name the service, as in base_url = "http://localhost:11434/v1"',
    });
  }
  if (endpoint === "no-key") {
    throw new RaError("embedding-failed", lacksKey(variable ?? "", "api_key_env"), {
      hint: "set it, or name another variable",
    });
  }
  return new HttpService(endpoint, variable);
}

class HttpService implements ModelService {
  readonly address: string;
  readonly #endpoint: Endpoint;
  readonly #keyVariable: string | undefined;
  /** Until when the service is not asked, and why, as it is said at that moment. `isAsked`: it wants so itself. */
  #away: { readonly until: number; readonly why: () => RaError; readonly isAsked: boolean } | undefined;

  constructor(endpoint: Endpoint, keyVariable: string | undefined) {
    this.address = endpoint.place;
    this.#endpoint = endpoint;
    this.#keyVariable = keyVariable;
  }

  failure(why: string, answer?: ServiceAnswer): RaError {
    const says = answer === undefined ? "" : this.#endpoint.saysOf(answer.json);
    return new RaError("embedding-failed", `${this.address}: ${why}${says === "" ? "" : `: ${says}`}`, {
      hint: answer?.status === 401 || answer?.status === 403
        ? refusedKeyHint(this.#keyVariable, "api_key_env")
        : "check `base_url` and `model` of the embedding model, and whether the service runs",
      // What the service says may repeat the key.
      refusal: answer === undefined || answer.status === 0
        ? undefined
        : { status: answer.status, retryAfterMs: answer.retryAfterMs },
    });
  }

  async post(path: string, body: unknown, limits: PostLimits): Promise<ServiceAnswer> {
    const { within, signal, tries = MAX_TRIES, mayBeInput = false } = limits;
    const { headers, urlOf } = this.#endpoint;
    this.#requireHere(within);
    const timeout = AbortSignal.timeout(within);
    const stop = signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout;
    const isStopped = (): boolean => signal?.aborted === true;
    let last = this.failure(`no answer within ${within / 1000} seconds`);
    let answer: ServiceAnswer | undefined;
    for (let tried = 0; tried < tries; tried++) {
      if (isStopped()) throw this.#interrupted(signal, last);
      let pause: number | undefined;
      try {
        const posted = await postJson(urlOf(path), body, { headers, signal: stop, most: MAX_ANSWER });
        answer = posted;
        if (!isBusy(posted.status) || (mayBeInput && isOfInput(posted, tried + 1))) {
          this.#away = undefined;
          return posted;
        }
        last = this.failure(`the service answers ${posted.status}`, posted);
        pause = posted.retryAfterMs;
      } catch (error) {
        if (isStopped()) throw this.#interrupted(signal, last);
        if (stop.aborted) {
          throw this.#isAway(tried === 0 ? this.failure(`no answer within ${within / 1000} seconds`) : last);
        }
        if (!(error instanceof RaError)) throw error;
        last = this.failure(error.message);
        answer = { status: 0, json: error.message };
      }
      if (pause !== undefined && pause > LONGEST_PAUSE_MS) throw this.#tillLater(answer, pause);
      if (tried + 1 < tries) {
        await sleep(Math.min(pause ?? backoffMs(FIRST_WAIT_MS, tried + 1), LONGEST_PAUSE_MS), stop);
      }
      if (stop.aborted && !isStopped()) throw this.#isAway(last);
    }
    if (mayBeInput && answer !== undefined && answer.status !== 429) return answer;
    throw this.#isAway(last);
  }

  #requireHere(within: number): void {
    if (this.#away === undefined || Date.now() >= this.#away.until) return;
    if (this.#away.isAsked || within <= AWAY_MS) throw this.#away.why();
  }

  #isAway(error: RaError): RaError {
    const { code, message, hint, refusal } = error;
    const began = Date.now();
    const why = (): RaError => {
      const { status, retryAfterMs } = refusal ?? {};
      const left = retryAfterMs === undefined ? undefined : Math.max(0, retryAfterMs - (Date.now() - began));
      return new RaError(code, message, {
        hint,
        refusal: status === undefined ? undefined : { status, retryAfterMs: left },
      });
    };
    this.#away = { until: began + AWAY_MS, why, isAsked: false };
    return error;
  }

  #tillLater(answer: ServiceAnswer, pauseMs: number): RaError {
    const until = nowMs() + pauseMs;
    const why = (): RaError => {
      const left = Math.max(0, until - nowMs());
      const { message } = this.failure(
        `the service answers ${answer.status}, and wants to be asked again ${comeBack(left, nowMs())}`,
        answer,
      );
      const refusal = { status: answer.status, retryAfterMs: left };
      return new RaError("embedding-failed", message, { hint: "run it again then", refusal });
    };
    this.#away = { until, why, isAsked: true };
    return why();
  }

  /** A caller that could wait no longer also says that the service is away. */
  #interrupted(signal: StopSignal | undefined, last: RaError): RaError {
    const reason: unknown = signal instanceof AbortSignal ? signal.reason : undefined;
    if (reason instanceof DOMException && reason.name === "TimeoutError") this.#isAway(last);
    return interrupted("the model");
  }
}

/** Whether a failure is likely to be one of the input, which more tries do not mend. */
function isOfInput(answer: ServiceAnswer, tries: number): boolean {
  return isTooLarge(answer) || (answer.status === 500 && tries >= TRIES_OF_INPUT);
}
