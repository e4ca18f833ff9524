/**
 * The routes of `ra serve`. They answer the files of the page at once, and pass on what needs the workspace, so that a
 * long search does not keep the page from a visitor.
 */
import { Hono } from "hono";
import type { Served } from "../http/served.ts";
import type { Answerer, Caller } from "../threads/call.ts";
import { RaError } from "../../errors.ts";
import { fileResponse, notAllowedResponse, problemResponse } from "./api/responses.ts";
import { PAGE_ICON, PAGE_SCRIPT, PAGE_STYLE } from "./assets/page_files.ts";
import type { Called } from "./web_routes.ts";

/** The most bytes of an answer. Images are files, which have a limit of their own. */
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;

/** A response as plain data. */
interface PlainResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Creates the routes. They answer `GET` and `HEAD`. */
export function createPageRoutes(caller: Caller, onFailure: (error: unknown) => void): Hono<Served> {
  const routes = new Hono<Served>();
  routes.use(async ({ req: { method } }, next) =>
    method === "GET" || method === "HEAD" ? await next() : notAllowedResponse()
  );
  routes.get("/page.css", () => fileResponse(PAGE_STYLE, "text/css"));
  routes.get("/page.js", () => fileResponse(PAGE_SCRIPT, "text/javascript"));
  for (const path of ["/icon.svg", "/favicon.ico"]) routes.get(path, () => fileResponse(PAGE_ICON, "image/svg+xml"));
  routes.get("*", async ({ req, env }) => {
    const { pathname, search } = new URL(req.url);
    const call = { signal: req.raw.signal, client: env?.connection?.client ?? env?.connection?.id ?? "" };
    const { status, headers, body } = (await caller.ask("get", `${pathname}${search}`, call)) as PlainResponse;
    return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  });
  routes.onError((error) => problemResponse(error, onFailure));
  return routes;
}

/** Answers what the page's routes pass on. */
export function createPageAnswerer(routes: Hono<Called>, close: () => void): Answerer {
  return {
    async answer(_, address, call): Promise<PlainResponse> {
      const reply = await replyOf(await routes.fetch(new Request(`http://localhost${String(address)}`), { call }));
      const isImage = reply.headers.some(([name, value]) => name === "content-type" && value.startsWith("image/"));
      const { length } = reply.body;
      return length <= MAX_ANSWER_LENGTH || isImage ? reply : await replyOf(problemResponse(tooLong(length)));
    },
    close,
  };
}

async function replyOf(response: Response): Promise<PlainResponse> {
  const { status, headers } = response;
  return { status, headers: [...headers], body: new Uint8Array(await response.arrayBuffer()) };
}

function tooLong(bytes: number): RaError {
  const [is, most] = [bytes, MAX_ANSWER_LENGTH].map((each) => (each / 1024 / 1024).toFixed(1));
  return new RaError("usage", `the answer has ${is} MB; at most ${most} MB are sent`, {
    hint: "ask for fewer results (limit), without their texts (list=1), or for one section of a document",
  });
}
