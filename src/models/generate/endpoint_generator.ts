/** A language model behind `/chat/completions`, as OpenAI and most servers have it. */
import { interrupted, RaError, type ServiceRefusal, type Warning } from "../../errors.ts";
import { sleep } from "../../host/clock.ts";
import { postForStream, type Streamed } from "../../host/post_stream.ts";
import { backoffMs, isBusy } from "../../host/exchange.ts";
import { type Endpoint, openEndpoint } from "../../host/services/endpoint.ts";
import { createTextLimit, longerThan, mostSent, startTimeLimit, type TimeLimit } from "./answer_bounds.ts";
import { type Completion, createCompletion } from "./completion.ts";
import type { GenerateOptions, Generation, Generator } from "./generator.ts";
import type { GenerationSettings } from "./settings.ts";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;

const TOO_LONG =
  /context[ _](?:length|size|window)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long|n_ctx/i;

/** What some services refuse, and what takes its place. */
const REFUSED: readonly { readonly name: string; adjust(body: Body): Body }[] = [
  { name: "stream_options", adjust: ({ stream_options: _, ...body }) => body },
  { name: "temperature", adjust: ({ temperature: _, ...body }) => body },
  { name: "max_tokens", adjust: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }) },
];
type Body = Readonly<Record<string, unknown>>;

/** What came of asking once. */
type AttemptOutcome =
  | Generation
  | "too-long"
  /** What to ask in place of it. */
  | { readonly body: Body }
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
    // Somebody may have written the key itself there, so the message does not repeat the name.
    throw new RaError("key-refused", "the environment variable of `generation.api_key_env` holds no key", {
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
  readonly #warn: (warning: Warning) => void;

  constructor(settings: GenerationSettings, endpoint: Endpoint, warn: (warning: Warning) => void) {
    this.model = settings.model;
    this.#settings = settings;
    this.#endpoint = endpoint;
    this.#warn = warn;
  }

  async generate(prompt: string, options: GenerateOptions): Promise<Generation | "too-long"> {
    const { temperature, max_time, retries } = this.#settings;
    const { signal, within = 1000 * max_time } = options;
    const max_tokens = this.#mostTokens(options);
    const time = startTimeLimit(within, max_time, signal);
    let body: Body = {
      model: this.model,
      messages: [{ role: "user", content: prompt }],
      stream: true,
      stream_options: { include_usage: true },
      temperature,
      max_tokens,
    };
    let tries = 0;
    try {
      for (;;) {
        const outcome = await this.#ask(body, time, options);
        if (outcome === "too-long" || "finish" in outcome) return outcome;
        if ("body" in outcome) {
          body = outcome.body;
          continue;
        }
        if (tries++ === retries) throw outcome.failed;
        await sleep(Math.min(outcome.pauseMs ?? backoffMs(FIRST_WAIT_MS, tries), MAX_WAIT_MS), time.signal);
        if (signal?.aborted === true) stopped();
        if (time.isOver()) throw this.#failure(time.why, SLOW);
      }
    } finally {
      time.end();
    }
  }

  close(): void {}

  #mostTokens({ maxTokens = Infinity }: Pick<GenerateOptions, "maxTokens">): number {
    return Math.min(this.#settings.max_tokens, maxTokens);
  }

  #failure(why: string, hint: string, json?: unknown, refusal?: ServiceRefusal): RaError {
    const says = json === undefined ? "" : this.#endpoint.saysOf(json);
    return new RaError("generation-failed", `${this.#endpoint.place}: ${why}${says === "" ? "" : `: ${says}`}`, {
      hint,
      refusal,
    });
  }

  #failureOf({ status, json, retryAfterMs }: Streamed): RaError {
    const refusal: ServiceRefusal = { status, retryAfterMs };
    if (status === 401 || status === 403) {
      const { message } = this.#failure(`the service refuses the key (${status})`, "", json);
      return new RaError("key-refused", message, {
        hint: "check the key that `generation.api_key_env` names; `ra rag retrieve` finds passages without it",
        refusal,
      });
    }
    if (status === 404) {
      return this.#failure(
        `the service does not know the model ${this.model} (404)`,
        "check generation.model and base_url",
        json,
        refusal,
      );
    }
    return this.#failure(`the service answers ${status}`, ELSEWHERE, json, refusal);
  }

  /** What came until a bound was reached. Throws where that is nothing. */
  #cutAt(why: string, came: Generation | undefined, hint: string): Generation {
    if (came === undefined) throw this.#failure(why, hint);
    this.#warn({ code: "work-limit", message: `${this.#endpoint.place}: ${why}; ra keeps what came until then` });
    return came;
  }

  /** Asks once. Throws what asking again would not mend. */
  async #ask(body: Body, time: TimeLimit, options: GenerateOptions): Promise<AttemptOutcome> {
    const { timeout } = this.#settings;
    const { signal, onText } = options;
    const max_tokens = this.#mostTokens(options);
    const limit = createTextLimit(max_tokens);
    const completion = createCompletion(limit, onText);
    const answer = await postForStream(this.#endpoint.urlOf("chat/completions"), body, {
      headers: this.#endpoint.headers,
      signal: time.signal,
      idleMs: 1000 * timeout,
      most: mostSent(max_tokens),
      onEvent: completion.take,
    }).catch((error: unknown) => this.#keep(error, completion, time, signal));
    if (!("status" in answer)) return answer;
    if (answer.end === "too-long") {
      return this.#cutAt(`it sends more than an answer of ${max_tokens} tokens takes`, completion.cut(), ELSEWHERE);
    }
    if (answer.status !== 200) return this.#refusalOf(body, answer);
    const made = completion.end(answer);
    if (made.state === "refused") throw this.#failure("the model stopped", ELSEWHERE, made.json);
    if (made.state === "made") {
      return limit.isFull() ? this.#cutAt(longerThan(max_tokens), made.generation, "") : made.generation;
    }
    const failed = this.#failure(made.why, ELSEWHERE, made.json);
    if (made.state === "empty") throw failed;
    return { failed };
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
    return completion.cut() ?? { failed: this.#failure(error.message, ELSEWHERE) };
  }

  #refusalOf(body: Body, answer: Streamed): AttemptOutcome {
    const { status, json, text } = answer;
    if ([400, 413, 422].includes(status)) {
      const says = json === undefined ? "" : text;
      if (status === 413 || TOO_LONG.test(says)) return "too-long";
      const next = REFUSED.find(({ name }) => name in body && new RegExp(`\\b${name}\\b`).test(says));
      if (next !== undefined) return { body: next.adjust(body) };
    }
    const failed = this.#failureOf(answer);
    if (!isBusy(status) && status !== 408) throw failed;
    return { failed, pauseMs: answer.retryAfterMs };
  }
}

const ELSEWHERE =
  "check generation.base_url, and whether the service runs; `ra rag retrieve` finds passages without it";
const SLOW = "raise generation.max_time, or check whether the service is too busy";

function stopped(): never {
  throw interrupted("the answer");
}
