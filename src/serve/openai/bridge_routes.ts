/** The routes of `ra rag serve`: what clients of OpenAI's service ask, answered from the documents. */
import { Hono } from "hono";
import { nowMs } from "../../host/clock.ts";
import type { Served } from "../http/served.ts";
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import type { AskedQuestion } from "../../answering/prompt/build_prompt.ts";
import type { RagAnswerer } from "../../generation/answer/answerer.ts";
import { type CompletionHead, unannotated, wholeCompletion } from "./completions.ts";
import { CompletionStream } from "./completion_stream.ts";
import type { BridgeModels } from "./models.ts";
import { BadRequest, openAiErrorOf } from "./openai_error.ts";
import { readMessages } from "./read_messages.ts";

/** The name under which answers are asked for. Any other name is accepted too. */
const MODEL = "ra";

/** Every request is answered from what the answerer opened. `report` is told what nobody expected. */
export function createBridgeRoutes(
  answerer: Pick<RagAnswerer, "answer">,
  models: BridgeModels,
  report: (error: unknown) => void,
): Hono<Served> {
  const bridge = new Bridge(answerer, models, report);
  const routes = new Hono<Served>();
  routes.get("/health", () => json({ status: "ok" }));
  routes.get("/v1/models", () =>
    json({
      object: "list",
      data: [MODEL, ...models.names].map((id) => ({ id, object: "model", created: 0, owned_by: "ra" })),
    }));
  routes.post("/v1/chat/completions", ({ req }) => bridge.guarded(() => bridge.completion(req.raw)));
  routes.post("/v1/embeddings", ({ req }) => bridge.guarded(() => bridge.embeddings(req.raw)));
  routes.post("/v1/rerank", ({ req }) => bridge.guarded(() => bridge.rerank(req.raw)));
  return routes;
}

class Bridge {
  readonly #answerer: Pick<RagAnswerer, "answer">;
  readonly #models: BridgeModels;
  readonly #report: (error: unknown) => void;

  constructor(answerer: Pick<RagAnswerer, "answer">, models: BridgeModels, report: (error: unknown) => void) {
    this.#answerer = answerer;
    this.#models = models;
    this.#report = report;
  }

  /** What goes wrong becomes an answer. */
  async guarded(answer: () => Promise<Response>): Promise<Response> {
    try {
      return await answer();
    } catch (error) {
      return this.#failed(error);
    }
  }

  async completion(request: Request): Promise<Response> {
    const body = await bodyOf(request);
    const asked = readMessages(body["messages"]);
    const head = {
      id: `chatcmpl-${globalThis.crypto.randomUUID()}`,
      created: Math.floor(nowMs() / 1000),
      model: typeof body["model"] === "string" ? body["model"] : MODEL,
    };
    const { signal } = request;
    if (body["stream"] !== true) return json(wholeCompletion(head, await this.#answered(asked, signal)));
    const wantsUsage = (body["stream_options"] as { readonly include_usage?: unknown } | undefined)?.include_usage;
    return await this.#streamed(head, asked, signal, wantsUsage === true);
  }

  async embeddings(request: Request): Promise<Response> {
    return json(await this.#models.embeddings(await bodyOf(request), request.signal));
  }

  async rerank(request: Request): Promise<Response> {
    return json(await this.#models.rerank(await bodyOf(request), request.signal));
  }

  #failed(error: unknown): Response {
    try {
      const { status, body } = openAiErrorOf(error);
      return json(body, status);
    } catch {
      this.#report(error);
      return json({ error: { message: "ra has a bug", type: "server_error", param: null, code: null } }, 500);
    }
  }

  async #answered(
    { question, turns }: AskedQuestion,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<MadeAnswer> {
    const made = await this.#answerer.answer(question, turns, { signal, onText });
    const more = unannotated(made);
    if (more > 0) this.#report(new Error(`an answer has ${more} more citations than a client gets annotations for`));
    return made;
  }

  /** The head is sent once something has come, so that an error before it has its own status. */
  async #streamed(
    head: CompletionHead,
    asked: AskedQuestion,
    signal: AbortSignal,
    wantsUsage: boolean,
  ): Promise<Response> {
    const stream = new CompletionStream(head);
    const writeAnswer = async (): Promise<void> => {
      const made = await this.#answered(asked, AbortSignal.any([signal, stream.left]), (piece) => stream.text(piece));
      stream.done(made, wantsUsage);
    };
    const ended = writeAnswer().catch((error: unknown) => {
      if (!stream.hasBegun) throw error;
      try {
        stream.failed(openAiErrorOf(error).body);
      } catch {
        this.#report(error);
      }
    }).finally(() => stream.end());
    ended.catch(() => {});
    await Promise.race([stream.begun, ended]);
    return new Response(stream.readable, {
      headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
    });
  }
}

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    throw new BadRequest("the body is not JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new BadRequest("the body is not an object");
  }
  return body as Readonly<Record<string, unknown>>;
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  });
}
