/** The routes of `ra rag serve`: what clients of OpenAI's service ask, answered from the documents. */
import { Hono } from "hono";
import { nowMs } from "../../host/clock.ts";
import type { Served } from "../http/served.ts";
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import type { RagAnswerer } from "../../generation/answer/answerer.ts";
import { unannotated } from "./annotations.ts";
import { type AnswerShape, AnswerStream } from "./answer_stream.ts";
import { type AskedFields, readFields } from "./asked_fields.ts";
import { type AnswerHead, completionShape } from "./completions.ts";
import type { BridgeModels } from "./models.ts";
import { BadRequest, NotFound, openAiErrorOf } from "./openai_error.ts";
import { type AskedConversation, readInput, readMessages } from "./read_messages.ts";
import { responseShape } from "./responses.ts";

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
  const known = [MODEL, ...models.names].map((id) => ({ id, object: "model", created: 0, owned_by: "ra" }));
  routes.get("/health", () => json({ status: "ok" }));
  routes.get("/v1/models", () => json({ object: "list", data: known }));
  // The name of a model may hold slashes.
  routes.get("/v1/models/:id{.+}", ({ req }) =>
    bridge.guarded(() => {
      const id = req.param("id");
      const model = known.find((one) => one.id === id);
      if (model !== undefined) return Promise.resolve(json(model));
      const names = known.map((one) => one.id).join(", ");
      throw new NotFound(`there is no model ${id.slice(0, 100)}; the models are ${names}`, "model");
    }));
  routes.post("/v1/chat/completions", ({ req }) => bridge.guarded(() => bridge.completion(req.raw)));
  routes.post("/v1/responses", ({ req }) => bridge.guarded(() => bridge.response(req.raw)));
  routes.post("/v1/embeddings", ({ req }) => bridge.guarded(() => bridge.embeddings(req.raw)));
  routes.post("/v1/rerank", ({ req }) => bridge.guarded(() => bridge.rerank(req.raw)));
  return routes;
}

/** What an answer is made from, and how it is given. */
interface AskedAnswer {
  readonly conversation: AskedConversation;
  readonly fields: AskedFields;
  readonly shape: AnswerShape;
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
    const fields = readFields(body);
    const conversation = readMessages(body["messages"]);
    const { passedOver } = conversation;
    const shape = completionShape(headOf("chatcmpl-", fields), { wantsUsage: fields.wantsUsage, passedOver });
    return await this.#answer({ conversation, fields, shape }, request.signal);
  }

  async response(request: Request): Promise<Response> {
    const body = await bodyOf(request);
    const { input, instructions, metadata } = body;
    const fields = readFields(body);
    const conversation = readInput(input, instructions);
    const shape = responseShape(headOf("resp_", fields), {
      instructions: typeof instructions === "string" ? instructions : null,
      maxTokens: fields.bounds.maxTokens,
      metadata,
      passedOver: conversation.passedOver,
    });
    return await this.#answer({ conversation, fields, shape }, request.signal);
  }

  async embeddings(request: Request): Promise<Response> {
    return json(await this.#models.embeddings(await bodyOf(request), request.signal));
  }

  async rerank(request: Request): Promise<Response> {
    return json(await this.#models.rerank(await bodyOf(request), request.signal));
  }

  #failed(error: unknown): Response {
    try {
      const { status, body, headers } = openAiErrorOf(error);
      return json(body, status, headers);
    } catch {
      this.#report(error);
      return json({ error: { message: "ra has a bug", type: "server_error", param: null, code: null } }, 500);
    }
  }

  async #answer(asked: AskedAnswer, signal: AbortSignal): Promise<Response> {
    const { shape, fields: { isStream } } = asked;
    return isStream ? await this.#streamed(asked, signal) : json(shape.whole(await this.#made(asked, signal)));
  }

  async #made(
    { conversation: { question, turns, instructions }, fields: { bounds } }: AskedAnswer,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<MadeAnswer> {
    const made = await this.#answerer.answer(question, turns, { signal, onText, bounds, instructions });
    const more = unannotated(made);
    if (more > 0) this.#report(new Error(`an answer has ${more} more citations than a client gets annotations for`));
    return made;
  }

  /** The head is sent once something has come, so that an error before it has its own status. */
  async #streamed(asked: AskedAnswer, signal: AbortSignal): Promise<Response> {
    const stream = new AnswerStream(asked.shape);
    const writeAnswer = async (): Promise<void> => {
      const stop = AbortSignal.any([signal, stream.left]);
      stream.done(await this.#made(asked, stop, (piece) => stream.text(piece)));
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

function headOf(prefix: string, { model = MODEL }: AskedFields): AnswerHead {
  const id = `${prefix}${globalThis.crypto.randomUUID()}`;
  return { id, created: Math.floor(nowMs() / 1000), model };
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

function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const own = { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return new Response(JSON.stringify(value), { status, headers: { ...own, ...headers } });
}
