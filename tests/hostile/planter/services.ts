/** The servers that the good project names: a web site, an embedding service and a language model, at one address. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { quotes } from "../../answering/quoting_model.ts";
import type { Reply } from "../../answering/scripted_endpoint.ts";
import { pdf } from "../../documents/sample_files.ts";

export interface Services {
  /** Such as `http://127.0.0.1:4321`. */
  readonly address: string;
  /** Whether a request since {@link forget} had this text in its address, headers or body. */
  heard(text: string): boolean;
  forget(): void;
  close(): Promise<void>;
}

const DIMENSIONS = 8;
const page = (title: string, ...links: readonly string[]): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} names the lever.</p>${
    links.map((href) => `<a href="${href}">${href}</a>`).join("")
  }</main>`;
const PAGES: Readonly<Record<string, string | Uint8Array>> = {
  "/site/": page("Home", "wheel", "sheet.pdf"),
  "/site/wheel": page("Wheel"),
  "/site/sheet.pdf": pdf([[[12, "The sheet names the lever."]]]),
};

/** `onQuestion` is called before the language model answers. */
export async function startServices(onQuestion: () => void = () => {}): Promise<Services> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, (text) => void requests.push(text), onQuestion).catch(() => response.destroy());
  });
  // A connection that is kept open would keep the run of a test open.
  server.keepAliveTimeout = 1;
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: (text) => requests.some((request) => request.includes(text)),
    forget: () => void (requests.length = 0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  note: (text: string) => void,
  onQuestion: () => void,
): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  const { url: path = "", headers: { authorization } } = request;
  const text = Buffer.concat(parts).toString();
  note(`${path} ${JSON.stringify(request.headers)} ${text}`);
  const json = (value: unknown): void => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  if (path === "/v1/chat/completions") onQuestion();
  if (path === "/v1/models") return json({ data: [{ id: "m" }, { id: "e" }] });
  if (path === "/v1/embeddings" || path === "/v1/chat/completions") {
    const body: unknown = JSON.parse(text);
    if (path === "/v1/chat/completions") {
      await quotes(1)(response, { path, authorization, body: body as Parameters<Reply>[1]["body"] });
      return;
    }
    const { input = [] } = body as { readonly input?: readonly string[] };
    return json({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) });
  }
  const found = PAGES[path];
  if (found === undefined) return void response.writeHead(404).end("not found");
  const type = typeof found === "string" ? "text/html" : "application/pdf";
  response.writeHead(200, { "content-type": type, etag: '"1"' }).end(found);
}

/** Texts with the same letters are near each other. */
function vectorOf(text: string): readonly number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0.1);
  for (const letter of text) vector[(letter.codePointAt(0) ?? 0) % DIMENSIONS]! += 1;
  return vector;
}
