/** A service with `/v1/chat/completions` that answers as a test says, and remembers what it was asked. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface AskedBody {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly stream?: boolean;
}

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: AskedBody;
}

/** Answers one request. */
export type Reply = (response: ServerResponse, asked: Asked) => void | Promise<void>;

export interface ScriptedEndpoint {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** The last reply answers all further requests. */
export async function withEndpoint(
  replies: readonly Reply[],
  use: (endpoint: ScriptedEndpoint) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = [];
    request.on("data", (part: Uint8Array) => parts.push(part));
    request.on("end", () => {
      const { url: path = "", headers: { authorization } } = request;
      const one = { path, authorization, body: JSON.parse(Buffer.concat(parts).toString() || "{}") as AskedBody };
      asked.push(one);
      void replies[Math.min(asked.length, replies.length) - 1]!(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

/** The text as a stream of pieces. */
export const streams = (pieces: readonly string[], finish = "stop"): Reply => (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of pieces) response.write(event({ choices: [{ delta: { content } }] }));
  response.write(event({ choices: [{ delta: {}, finish_reason: finish }] }));
  response.write(event({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } }));
  response.end("data: [DONE]\n\n");
};

/** A stream whose connection is lost after these pieces. */
export const dies = (pieces: readonly string[]): Reply => async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const content of pieces) response.write(event({ choices: [{ delta: { content } }] }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  response.destroy();
};

export const answers = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply =>
(response) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

export const refuses = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  answers(status, { error: { message, type: "invalid_request_error" } }, headers);
