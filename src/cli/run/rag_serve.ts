/** `ra rag serve` */
import { openAiError } from "../../serve/openai/openai_error.ts";
import { createBridgeModels } from "../../serve/openai/models.ts";
import { createBridgeRoutes } from "../../serve/openai/bridge_routes.ts";
import { onExit } from "../../host/process.ts";
import { createRest } from "../../host/release_memory.ts";
import { standardError } from "../../host/standard_streams.ts";
import { serve } from "../../serve/http/serve.ts";
import { openAnswerer } from "../../generation/answer/answerer.ts";
import type { RagServeFlags } from "../commands/rag_answer.ts";
import type { Invocation } from "../invocation.ts";
import { readRagRequest } from "./rag_request.ts";
import { readToken } from "./token.ts";

/** Runs until the process ends. Ctrl-C gives exit code 130. Throws what opening the index and the model throws. */
export async function serveRag(invocation: Invocation, _: [], flags: RagServeFlags): Promise<never> {
  const { home = null, warn } = invocation;
  const { config, options, fs } = readRagRequest(invocation, flags);
  const host = { fs, home, warn };
  const answerer = await openAnswerer(config, options, host);
  const models = createBridgeModels(config, host);
  const close = (): void => {
    answerer.close();
    models.close();
  };
  onExit(close);
  const report = (error: unknown): void =>
    warn({ code: "serve", message: error instanceof Error ? error.message : String(error) });
  try {
    const { url } = await serve({
      host: flags.host,
      port: flags.port,
      token: readToken(invocation, flags.token),
      routes: createBridgeRoutes(answerer, models, report),
      shapeRefusal: openAiError,
      onAnswer: createRest(),
    });
    invocation.print(`${url}/v1\n`);
    standardError.write("ra: for clients of OpenAI's service; Ctrl-C ends it\n");
  } catch (error) {
    close();
    throw error;
  }
  return await new Promise<never>(() => {});
}
