/** A service with `/v1/embeddings` that runs the small model, and does what a test asks besides. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Encoder, loadModelModule } from "../../src/models/module/load.ts";
import { smallModel } from "./small_model.ts";

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly input?: readonly string[];
    readonly dimensions?: number;
    readonly query?: string;
    readonly documents?: readonly string[];
    readonly texts?: readonly string[];
  };
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is a string. */
  readonly body?: unknown;
}

/** What the service does instead of embedding. Undefined: it embeds. `cut` closes the connection, `silent` waits. */
export type Behaviour = (asked: Asked, count: number) => Reply | "cut" | "silent" | undefined;

export interface ModelService {
  /** Ends with `/v1`. */
  readonly address: string;
  readonly asked: Asked[];
  close(): void;
}

export async function startModelService(behave: Behaviour = () => undefined): Promise<ModelService> {
  const { config, vocabulary, weights } = smallModel();
  const encoder = (await loadModelModule()).openEncoder(
    { config, vocabulary, weights },
    { dtype: "f32", pooling: "mean", maxLength: 32 },
  );
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const one: Asked = {
        path: request.url ?? "",
        authorization: request.headers.authorization,
        body: JSON.parse(await textOf(request)) as Asked["body"],
      };
      asked.push(one);
      const does = behave(one, asked.length);
      if (does === "silent") return;
      if (does === "cut") request.socket.destroy();
      else answer(response, does ?? { body: { data: embeddings(encoder, one) } });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    asked,
    close() {
      encoder.free();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** In another order than the texts, as the contract allows. */
function embeddings(encoder: Encoder, { body: { input = [] } }: Asked): readonly unknown[] {
  const vectors = encoder.embed([...input]);
  const { dimensions } = encoder;
  return input.map((_, index) => ({
    object: "embedding",
    index,
    embedding: [...vectors.subarray(index * dimensions, (index + 1) * dimensions)],
  })).reverse();
}

function answer(response: ServerResponse, { status = 200, headers = {}, body = {} }: Reply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}
