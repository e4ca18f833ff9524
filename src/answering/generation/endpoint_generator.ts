/** A language model behind `/chat/completions`, as OpenAI and most servers have it. */
import { RaError } from "../../errors.ts";
import { wait } from "../../host/clock.ts";
import { postForStream, type Streamed } from "../../host/post_stream.ts";
import { openEndpoint } from "../../openai/endpoint.ts";
import { type Completion, createCompletion } from "./completion.ts";
import type { Generator } from "./generator.ts";
import type { GenerationSettings } from "./settings.ts";

const MOST_BYTES = 64 * 1024 * 1024;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

const TOO_LONG =
  /context[ _](?:length|size|window)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long|n_ctx/i;

/** What some services refuse, and what takes its place. */
const REFUSED: readonly { readonly name: string; adjust(body: Body): Body }[] = [
  { name: "stream_options", adjust: ({ stream_options: _, ...body }) => body },
  { name: "temperature", adjust: ({ temperature: _, ...body }) => body },
  { name: "max_tokens", adjust: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }) },
];
type Body = Readonly<Record<string, unknown>>;

/** Throws `generation-failed` without an address, and `key-refused` without the key that the configuration names. */
export function openEndpointGenerator(settings: GenerationSettings): Generator {
  const { model, temperature, max_tokens, timeout, retries } = settings;
  const endpoint = openEndpoint(settings);
  if (endpoint === "no-address") {
    throw new RaError("generation-failed", "`generation.base_url` is no address of a service", {
      hint: 'name the service, as in base_url: "http://localhost:11434/v1"',
    });
  }
  if (endpoint === "no-key") {
    // Somebody may have written the key itself there, so the message does not repeat the name.
    throw new RaError("key-refused", "the environment variable of `generation.api_key_env` holds no key", {
      hint: "set it, or name another variable; `ra rag retrieve` needs none",
    });
  }
  const failure = (why: string, hint: string, json?: unknown): RaError => {
    const says = json === undefined ? "" : endpoint.saysOf(json);
    return new RaError("generation-failed", `${endpoint.place}: ${why}${says === "" ? "" : `: ${says}`}`, { hint });
  };
  const failureOf = ({ status, json }: Streamed): RaError => {
    if (status === 401 || status === 403) {
      const { message } = failure(`the service refuses the key (${status})`, "", json);
      return new RaError("key-refused", message, {
        hint: "check the key that `generation.api_key_env` names; `ra rag retrieve` finds passages without it",
      });
    }
    if (status === 404) {
      return failure(`the service does not know the model ${model} (404)`, "check generation.model and base_url", json);
    }
    return failure(`the service answers ${status}`, ELSEWHERE, json);
  };
  /** Asks once. */
  const ask = async (body: Body, completion: Completion, signal: AbortSignal | undefined): Promise<Streamed> =>
    await postForStream(endpoint.urlOf("chat/completions"), body, {
      headers: endpoint.headers,
      signal,
      idleMs: 1000 * timeout,
      most: MOST_BYTES,
      onEvent: completion.take,
    });
  return {
    provider: "openai",
    model,
    async generate(prompt, { signal, onText }) {
      let body: Body = {
        model,
        messages: [{ role: "user", content: prompt }],
        stream: true,
        stream_options: { include_usage: true },
        temperature,
        max_tokens,
      };
      let left = retries;
      let pause = FIRST_WAIT_MS;
      for (;;) {
        const completion = createCompletion(onText);
        let failed: RaError;
        let asked = pause;
        try {
          const answer = await ask(body, completion, signal);
          if (answer.status === 200) {
            const made = completion.end(answer);
            if (made.state === "made") return made.generation;
            if (made.state === "refused") throw failure("the model stopped", ELSEWHERE, made.json);
            failed = failure(made.why, ELSEWHERE);
            if (made.state === "empty") throw failed;
          } else {
            const says = JSON.stringify(answer.json ?? "");
            if ([400, 413, 422].includes(answer.status)) {
              if (answer.status === 413 || TOO_LONG.test(says)) return "too-long";
              const next = REFUSED.find(({ name }) => name in body && new RegExp(`\\b${name}\\b`).test(says));
              if (next !== undefined) {
                body = next.adjust(body);
                continue;
              }
            }
            failed = failureOf(answer);
            if (answer.status !== 429 && answer.status !== 408 && answer.status < 500) throw failed;
            asked = answer.retryAfterMs ?? pause;
          }
        } catch (error) {
          if (signal?.aborted === true) return completion.cut() ?? stopped();
          if (!(error instanceof RaError) || error.code !== "io") throw error;
          const came = completion.cut();
          if (came !== undefined) return came;
          failed = failure(error.message, ELSEWHERE);
        }
        if (left-- === 0) throw failed;
        await sleep(Math.min(asked, LONGEST_WAIT_MS), signal);
        if (signal?.aborted === true) stopped();
        pause *= 2;
      }
    },
    close() {},
  };
}

const ELSEWHERE =
  "check generation.base_url, and whether the service runs; `ra rag retrieve` finds passages without it";

function stopped(): never {
  throw new RaError("interrupted", "interrupted");
}

/** Ends early when the signal aborts. */
async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  const stopped = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  await Promise.race([wait(milliseconds), stopped]);
}
