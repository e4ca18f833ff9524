/** The routes of `ra rag serve`: what clients of OpenAI's service ask, answered from the documents. */
import { Hono } from "hono";
import { nowMs } from "../../host/clock.ts";
import type { Served } from "../http/served.ts";
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import type { Answerer } from "../../generation/answer/answerer.ts";
import { firstChunk, lastChunk, textChunk, unannotated, usageChunk, wholeCompletion } from "./completions.ts";
import { createEventStream } from "./event_stream.ts";
import type { BridgeModels } from "./models.ts";
import { BadRequest, openAiErrorOf } from "./openai_error.ts";
import { type AskedQuestion, readMessages } from "./read_messages.ts";

/** The name under which answers are asked for. Any other name is accepted too. */
const MODEL = "ra";

/** Every request is answered from what the answerer opened. `report` is told what nobody expected. */
export function createBridgeRoutes(
  answerer: Pick<Answerer, "answer">,
  models: BridgeModels,
  report: (error: unknown) => void,
): Hono<Served> {
  const routes = new Hono<Served>();
  const failed = (error: unknown): Response => {
    try {
      const { status, body } = openAiErrorOf(error);
      return json(body, status);
    } catch {
      report(error);
      return json({ error: { message: "ra has a bug", type: "server_error", param: null, code: null } }, 500);
    }
  };
  routes.get("/health", () => json({ status: "ok" }));
  routes.get("/v1/models", () =>
    json({
      object: "list",
      data: [MODEL, ...models.names].map((id) => ({ id, object: "model", created: 0, owned_by: "ra" })),
    }));
  routes.post("/v1/chat/completions", async ({ req }) => {
    try {
      const body = await bodyOf(req.raw);
      const asked = readMessages(body["messages"]);
      const head = {
        id: `chatcmpl-${globalThis.crypto.randomUUID()}`,
        created: Math.floor(nowMs() / 1000),
        model: typeof body["model"] === "string" ? body["model"] : MODEL,
      };
      const { signal } = req.raw;
      if (body["stream"] !== true) return json(wholeCompletion(head, await answered(asked, signal)));
      const wantsUsage = (body["stream_options"] as { readonly include_usage?: unknown } | undefined)?.include_usage;
      return await streamed(head, asked, signal, wantsUsage === true);
    } catch (error) {
      return failed(error);
    }
  });
  routes.post("/v1/embeddings", async ({ req }) => {
    try {
      return json(await models.embeddings(await bodyOf(req.raw), req.raw.signal));
    } catch (error) {
      return failed(error);
    }
  });
  routes.post("/v1/rerank", async ({ req }) => {
    try {
      return json(await models.rerank(await bodyOf(req.raw), req.raw.signal));
    } catch (error) {
      return failed(error);
    }
  });
  return routes;

  async function answered(
    { question, turns }: AskedQuestion,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<MadeAnswer> {
    const made = await answerer.answer(question, turns, { signal, ...(onText === undefined ? {} : { onText }) });
    const more = unannotated(made);
    if (more > 0) report(new Error(`an answer has ${more} more citations than a client gets annotations for`));
    return made;
  }

  /** The head is sent once something has come, so that an error before it has its own status. */
  async function streamed(
    head: Parameters<typeof firstChunk>[0],
    asked: AskedQuestion,
    signal: AbortSignal,
    wantsUsage: boolean,
  ): Promise<Response> {
    const stop = new AbortController();
    // A client that has gone away needs no more of the answer.
    const stream = createEventStream((piece) => textChunk(head, piece), () => stop.abort());
    let hasBegun = false;
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => begin = resolve);
    const start = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      stream.event(firstChunk(head));
      begin();
    };
    const writeAnswer = async (): Promise<void> => {
      const made = await answered(asked, AbortSignal.any([signal, stop.signal]), (piece) => {
        start();
        stream.text(piece);
      });
      start();
      stream.event(lastChunk(head, made));
      if (wantsUsage) stream.event(usageChunk(head, made));
      stream.done();
    };
    const ended = writeAnswer().catch((error: unknown) => {
      if (!hasBegun) throw error;
      try {
        stream.event(openAiErrorOf(error).body);
      } catch {
        report(error);
      }
    }).finally(stream.end);
    ended.catch(() => {});
    await Promise.race([begun, ended]);
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
