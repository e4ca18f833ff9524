/** What went wrong with a language model's service, in words of its own for each failure, and what to do. */
import { RaError, type ServiceRefusal } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import type { Streamed } from "../../host/post_stream.ts";
import type { Endpoint } from "../../host/services/endpoint.ts";
import { refusedKeyHint } from "../../host/services/key_variable.ts";
import { comeBack, webPageTitle } from "../../host/services/service_words.ts";
import type { WhyEmpty } from "./completion.ts";
import type { GenerationSettings } from "./settings.ts";

const PASSAGES = "`ra rag retrieve` finds passages without it";
export const ELSEWHERE = `check generation.base_url, and whether the service runs; ${PASSAGES}`;
export const SLOW = "raise generation.max_time, or check whether the service is too busy";
const ADDRESS = "check generation.base_url, which often ends in /v1";
const ACCOUNT = "check the account's balance";
const ANOTHER = "choose another model with generation.model, or ask in other words";

const NO_TEXT: Readonly<Record<WhyEmpty, readonly [why: string, hint: string]>> = {
  "lost": ["the answer ended before it began", ELSEWHERE],
  "used-up": ["the model used up generation.max_tokens before it answered", "raise generation.max_tokens"],
  "filtered": ["the service's content filter held the answer back", ANOTHER],
  "refusal": ["the model refuses to answer", ANOTHER],
  "tool": [
    "the model calls a tool in place of an answer",
    "choose another model, or turn its tools off in the service",
  ],
  "thoughts": ["the model thought, and gave no answer", "raise generation.max_tokens, or choose another model"],
  "silence": ["the model said nothing", ELSEWHERE],
  "web-page": ["a web page came in place of an answer", `${ADDRESS}, and whether it wants you to log in`],
  "not-json": ["what came is not an answer of /chat/completions", ADDRESS],
  "no-choices": ["its answer has no `choices`", ADDRESS],
};

/** An account without means is not helped by asking again. */
const NO_QUOTA = /insufficient_quota|insufficient[ _]balance|credit balance is too low|quota_exceeded|billing/i;

export class ServiceFailures {
  readonly #endpoint: Endpoint;
  readonly #settings: Pick<GenerationSettings, "model" | "api_key_env">;

  constructor(endpoint: Endpoint, settings: Pick<GenerationSettings, "model" | "api_key_env">) {
    this.#endpoint = endpoint;
    this.#settings = settings;
  }

  /** `says` is text of the service. */
  failure(why: string, hint: string, says = "", refusal?: ServiceRefusal): RaError {
    const shown = this.#endpoint.shown(says);
    return new RaError("generation-failed", `${this.#endpoint.place}: ${why}${shown === "" ? "" : `: ${shown}`}`, {
      hint,
      refusal,
    });
  }

  /** What the service says about an error. */
  saysOf(json: unknown): string {
    return this.#endpoint.saysOf(json);
  }

  ofEmpty(why: WhyEmpty, says: string, json: unknown): RaError {
    const [words, hint] = NO_TEXT[why];
    return this.failure(words, hint, says === "" ? this.saysOf(json) : says);
  }

  /** Of an answer with a status other than 200. */
  ofStatus({ status, json, text, location, retryAfterMs }: Streamed): RaError {
    const refusal: ServiceRefusal = { status, retryAfterMs };
    const title = json === undefined ? webPageTitle(text) : undefined;
    const says = json === undefined ? title ?? text.trim() : this.saysOf(json);
    if (status === 401 || status === 403) return this.#ofKey(refusal, says);
    if (status === 402) {
      return this.failure("the service wants to be paid (402)", `${ACCOUNT}; ${PASSAGES}`, says, refusal);
    }
    if (status === 404 && json !== undefined) {
      const { model } = this.#settings;
      const why = `the service does not know the model ${model} (404)`;
      return this.failure(why, "check generation.model and base_url", says, refusal);
    }
    if (status === 404) return this.failure("nothing is at this address (404)", ADDRESS, says, refusal);
    if (status >= 300 && status < 400) {
      const hint = `ra follows no redirection: ${ADDRESS}`;
      return this.failure(`the service leads elsewhere (${status})`, hint, location ?? says, refusal);
    }
    const page = title === undefined ? "" : " with a web page";
    return this.failure(`the service answers ${status}${page}`, ELSEWHERE, says, refusal);
  }

  /** Whether the service names a reason that stays. */
  isForGood({ status, text }: Pick<Streamed, "status" | "text">): boolean {
    return status === 429 && NO_QUOTA.test(text.slice(0, 4000));
  }

  noQuota(json: unknown): RaError {
    const why = "the account has nothing left (429)";
    return this.failure(why, `${ACCOUNT}; ${PASSAGES}`, this.saysOf(json), { status: 429 });
  }

  /** The service is away for longer than ra waits. `says` is text of the service. */
  tillLater(status: number, pauseMs: number, says: string): RaError {
    const why = `the service answers ${status}, and wants to be asked again ${comeBack(pauseMs, nowMs())}`;
    return this.failure(why, `ask again then; ${PASSAGES}`, says, { status, retryAfterMs: pauseMs });
  }

  #ofKey(refusal: ServiceRefusal, says: string): RaError {
    const { status } = refusal;
    const { api_key_env: variable } = this.#settings;
    const why = variable === undefined
      ? `the service wants a key (${status})`
      : `the service refuses the key (${status})`;
    const { message } = this.failure(why, "", says);
    return new RaError("key-refused", message, {
      hint: `${refusedKeyHint(variable, "generation.api_key_env")}; ${PASSAGES}`,
      refusal,
    });
  }
}
