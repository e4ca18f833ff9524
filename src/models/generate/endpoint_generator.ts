/** A language model behind `/chat/completions`, as OpenAI and most servers have it. */
import { interrupted, RaError, type Warning } from "../../errors.ts";
import { monotonicMs, sleep } from "../../host/clock.ts";
import { postForStream, type Streamed } from "../../host/post_stream.ts";
import { backoffMs, isBusy } from "../../host/exchange.ts";
import { type Endpoint, openEndpoint } from "../../host/services/endpoint.ts";
import { lacksKey } from "../../host/services/key_variable.ts";
import { LONGEST_PAUSE_MS, webPageTitle } from "../../host/services/service_words.ts";
import { createTextLimit, longerThan, mostSent, startTimeLimit, type TimeLimit } from "./answer_bounds.ts";
import { type RequestBody, type RequestInstead, requestInstead } from "./asked_again.ts";
import { type Completion, createCompletion } from "./completion.ts";
import type { GenerateOptions, Generation, Generator, ModelPrompt } from "./generator.ts";
import { messagesOf } from "./messages.ts";
import { ELSEWHERE, ServiceFailures, SLOW } from "./service_failures.ts";
import type { GenerationSettings } from "./settings.ts";

const FIRST_WAIT_MS = 500;
/** How often a request is changed. A service may refuse each one. */
const MAX_CHANGES = 16;
/** Statuses of a request that is not as the service wants it. */
const REFUSING: readonly number[] = [400, 405, 406, 413, 415, 422];
/** Some services say so with a failure of their own, which may as well be another failure. */
const FAILING: readonly number[] = [500, 501];

/** The parameters for an answer of that many tokens, if they allow more. */
function atMost(parameters: RequestBody, tokens = Infinity): RequestBody {
  const name = "max_completion_tokens" in parameters ? "max_completion_tokens" : "max_tokens";
  const most = parameters[name];
  return typeof most === "number" && most > tokens ? { ...parameters, [name]: tokens } : parameters;
}

/** What came of asking once. */
type AttemptOutcome =
  | Generation
  | "too-long"
  /** What to ask in place of it. */
  | { readonly instead: RequestInstead; readonly failed: RaError }
  /** It may be asked again, after the service's own pause if it names one. */
  | { readonly failed: RaError; readonly pauseMs?: number | undefined };

/**
 * Warns of an answer that a bound cut. Throws `generation-failed` without an address, and `key-refused` without the key
 * that the configuration names.
 */
export function openEndpointGenerator(settings: GenerationSettings, warn: (warning: Warning) => void): Generator {
  const endpoint = openEndpoint(settings);
  if (endpoint === "no-address") {
    throw new RaError("generation-failed", "`generation.base_url` is not an address of a service", {
      hint: 'name the service, as in base_url: "http://localhost:11434/v1"',
    });
  }
  if (endpoint === "no-key") {
    throw new RaError("key-refused", lacksKey(settings.api_key_env ?? "", "generation.api_key_env"), {
      hint: "set it, or name another variable; `ra rag retrieve` needs none",
    });
  }
  return new EndpointGenerator(settings, endpoint, warn);
}

class EndpointGenerator implements Generator {
  readonly provider = "openai";
  readonly model: string;
  readonly #settings: GenerationSettings;
  readonly #endpoint: Endpoint;
  readonly #failures: ServiceFailures;
  readonly #warn: (warning: Warning) => void;
  /** All of a request but the prompt, as the service takes it. */
  #parameters: RequestBody;
  /** While the service wants not to be asked. */
  #away: { readonly until: number; readonly status: number; readonly says: string } | undefined;

  constructor(settings: GenerationSettings, endpoint: Endpoint, warn: (warning: Warning) => void) {
    const { model, temperature, max_tokens } = settings;
    this.model = model;
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#failures = new ServiceFailures(endpoint, settings);
    this.#warn = warn;
    this.#parameters = { model, stream: true, stream_options: { include_usage: true }, temperature, max_tokens };
  }

  async generate(prompt: ModelPrompt, options: GenerateOptions): Promise<Generation | "too-long"> {
    const { max_time, retries } = this.#settings;
    const { signal, within = 1000 * max_time, maxTokens } = options;
    this.#requireHere();
    const time = startTimeLimit(within, max_time, signal);
    let body: RequestBody = { ...atMost(this.#parameters, maxTokens), messages: messagesOf(prompt) };
    let [tries, changes] = [0, 0];
    try {
      for (;;) {
        const outcome = await this.#ask(body, time, options);
        if (outcome === "too-long" || "finish" in outcome) return outcome;
        if ("instead" in outcome) {
          if (changes++ === MAX_CHANGES) throw outcome.failed;
          ({ body } = outcome.instead);
          if (outcome.instead.isLasting && maxTokens === undefined) this.#keepParameters(body);
          continue;
        }
        if (tries++ === retries) throw outcome.failed;
        await sleep(outcome.pauseMs ?? Math.min(backoffMs(FIRST_WAIT_MS, tries), LONGEST_PAUSE_MS), time.signal);
        if (signal?.aborted === true) stopped();
        if (time.isOver()) throw this.#failures.failure(time.why, SLOW);
      }
    } finally {
      time.end();
    }
  }

  close(): void {}

  #requireHere(): void {
    if (this.#away === undefined) return;
    const { until, status, says } = this.#away;
    const pauseMs = until - monotonicMs();
    if (pauseMs > 0) throw this.#failures.tillLater(status, pauseMs, says);
  }

  #keepParameters({ messages: _, ...parameters }: RequestBody): void {
    this.#parameters = parameters;
  }

  #mostTokens({ maxTokens = Infinity }: Pick<GenerateOptions, "maxTokens">): number {
    return Math.min(this.#settings.max_tokens, maxTokens);
  }

  /** What came until a bound was reached. Throws where that is nothing. */
  #cutAt(why: string, came: Generation | undefined, hint: string): Generation {
    if (came === undefined) throw this.#failures.failure(why, hint);
    this.#warnOf("work-limit", why);
    return came;
  }

  #warnOf(code: string, why: string): void {
    this.#warn({ code, message: `${this.#endpoint.place}: ${why}; ra keeps what came until then` });
  }

  /** Asks once. Throws what asking again would not mend. */
  async #ask(body: RequestBody, time: TimeLimit, options: GenerateOptions): Promise<AttemptOutcome> {
    const { timeout, max_time } = this.#settings;
    const { signal, onText } = options;
    const max_tokens = this.#mostTokens(options);
    const limit = createTextLimit(max_tokens);
    const completion = createCompletion(limit, onText);
    const answer = await postForStream(this.#endpoint.urlOf("chat/completions"), body, {
      headers: this.#endpoint.headers,
      signal: time.signal,
      // Nothing comes of an answer that is not streamed until the model is done.
      idleMs: 1000 * (body["stream"] === true ? timeout : Math.max(timeout, max_time)),
      most: mostSent(max_tokens),
      onEvent: (data, name) => completion.take(data, name),
    }).catch((error: unknown) => this.#keep(error, completion, time, signal));
    if (!("status" in answer)) return answer;
    if (answer.end === "too-long") {
      return this.#cutAt(`it sends more than an answer of ${max_tokens} tokens takes`, completion.cut(), ELSEWHERE);
    }
    if (answer.status !== 200) return this.#refusalOf(body, answer);
    const made = completion.end(answer);
    if (made.state === "refused") return this.#refusedInAnswer(body, made.json);
    if (made.state === "made") {
      if (limit.isFull()) return this.#cutAt(longerThan(max_tokens), made.generation, "");
      if (made.ended !== undefined) this.#warnOfEnd(made.ended.why, made.ended.json);
      return made.generation;
    }
    const failed = this.#failures.ofEmpty(made.why, made.says, answer.json);
    if (made.why === "lost") return { failed };
    throw failed;
  }

  #warnOfEnd(why: string, json: unknown): void {
    const says = this.#failures.saysOf(json);
    this.#warnOf("generation-failed", says === "" ? why : `${why}: ${says}`);
  }

  /** What came before the connection was lost, the time was over, or the user stopped it. */
  #keep(
    error: unknown,
    completion: Completion,
    time: TimeLimit,
    signal: AbortSignal | undefined,
  ): AttemptOutcome & object {
    if (signal?.aborted === true) return completion.cut() ?? stopped();
    if (time.isOver()) return this.#cutAt(time.why, completion.cut(), SLOW);
    if (!(error instanceof RaError) || error.code !== "io") throw error;
    return completion.cut() ?? { failed: this.#failures.failure(error.message, ELSEWHERE) };
  }

  #refusalOf(body: RequestBody, answer: Streamed): AttemptOutcome {
    const { status, json, text, retryAfterMs: pauseMs } = answer;
    const failed = this.#failures.ofStatus(answer);
    const mayPass = FAILING.includes(status);
    if (mayPass || REFUSING.includes(status)) {
      const instead = webPageTitle(text) === undefined ? requestInstead(body, text, mayPass) : undefined;
      if (status === 413 || instead === "too-long") return "too-long";
      if (instead !== undefined) return { instead, failed };
    }
    if (this.#failures.isForGood(answer)) throw this.#failures.noQuota(json);
    if (!isBusy(status) && status !== 408) throw failed;
    if (pauseMs !== undefined && pauseMs > LONGEST_PAUSE_MS) throw this.#tillLater(status, pauseMs, json);
    return { failed, pauseMs };
  }

  /** An answer that is an error in the place of text: an event, or JSON. */
  #refusedInAnswer(body: RequestBody, json: unknown): AttemptOutcome {
    const failed = this.#failures.failure("the model stopped", ELSEWHERE, this.#failures.saysOf(json));
    const instead = requestInstead(body, JSON.stringify(json), true);
    if (instead === "too-long") return "too-long";
    if (instead !== undefined) return { instead, failed };
    if (isPassing(json)) return { failed };
    throw failed;
  }

  #tillLater(status: number, pauseMs: number, json: unknown): RaError {
    const says = this.#failures.saysOf(json);
    this.#away = { until: monotonicMs() + pauseMs, status, says };
    return this.#failures.tillLater(status, pauseMs, says);
  }
}

/** Whether an error within an answer is one that passes, by its code or type. */
function isPassing(json: unknown): boolean {
  const { error, code: own } = json as { readonly error?: unknown; readonly code?: unknown };
  const { code = own, type } = (error ?? {}) as { readonly code?: unknown; readonly type?: unknown };
  return isBusy(Number(code)) || [code, type].some((word) => typeof word === "string" && PASSING.test(word));
}

const PASSING = /overloaded|rate_limit|unavailable|timeout|try_again/i;

function stopped(): never {
  throw interrupted("the answer");
}
