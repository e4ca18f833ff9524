/** The routes of the page and its JSON. */
import { Hono, type HonoRequest } from "hono";
import { RaError } from "../errors.ts";
import { formatJson, formatResultJson, formatSearchJson } from "../output/json.ts";
import { renderPage } from "./render_page.ts";
import { readImage } from "./api/tree_image.ts";
import { PAGE_ICON, PAGE_SCRIPT, PAGE_STYLE } from "./assets/page_files.ts";
import { readPageState } from "./page_state.ts";
import { openPassage } from "./api/open_passage.ts";
import { problemOf } from "./api/request_problem.ts";
import { fileResponse, htmlResponse, imageResponse, jsonResponse, notAllowedResponse } from "./api/responses.ts";
import { searchDocuments } from "./api/search_documents.ts";
import type { WebOptions } from "./web_options.ts";
import type { Served } from "../http/served.ts";

/** Creates the routes. They answer `GET` and `HEAD`. */
export function createWebRoutes(options: WebOptions): Hono<Served> {
  const { workspace, links, fs } = options;
  const routes = new Hono<Served>();
  routes.use(async ({ req: { method } }, next) =>
    method === "GET" || method === "HEAD" ? await next() : notAllowedResponse()
  );
  routes.get("/", async ({ req }) => {
    const { html, status } = await renderPage(readPageState(parametersOf(req)), options, req.raw.signal);
    return htmlResponse(html, status);
  });
  routes.get("/page.css", () => fileResponse(PAGE_STYLE, "text/css"));
  routes.get("/page.js", () => fileResponse(PAGE_SCRIPT, "text/javascript"));
  for (const path of ["/icon.svg", "/favicon.ico"]) routes.get(path, () => fileResponse(PAGE_ICON, "image/svg+xml"));
  routes.get("/image/*", ({ req }) => {
    const image = readImage(new URL(req.url).pathname, workspace.config, fs);
    return image === undefined ? nothingHere() : imageResponse(image.bytes, image.type);
  });
  routes.get("/api/search", async ({ req }) => {
    const parameters = parametersOf(req);
    const reply = await searchDocuments(workspace, parameters, req.raw.signal);
    return jsonResponse(parameters.get("snippets") === "ranges" ? formatJson(reply) : formatSearchJson(reply));
  });
  routes.get("/api/get", async ({ req }) => {
    const fullDocument = parametersOf(req).get("full_document") === "1";
    return jsonResponse(formatResultJson(await workspace.get(idOf(req), { fullDocument, signal: req.raw.signal })));
  });
  routes.get(
    "/api/passage",
    async ({ req }) => jsonResponse(formatJson(await openPassage(workspace, idOf(req), links, req.raw.signal))),
  );
  routes.get(
    "/api/trees",
    async ({ req }) => jsonResponse(formatJson(await workspace.list("trees", { signal: req.raw.signal }))),
  );
  routes.all(nothingHere);
  routes.onError((error) => {
    const problem = problemOf(error);
    if (problem.status === 500) options.onFailure?.(error);
    return jsonResponse(formatJson({ error: problem }), problem.status);
  });
  return routes;
}

function nothingHere(): Response {
  return jsonResponse(
    formatJson({ error: { status: 404, code: "not-found", message: "there is nothing at this address" } }),
    404,
  );
}

function parametersOf({ url }: HonoRequest): URLSearchParams {
  return new URL(url).searchParams;
}

function idOf(request: HonoRequest): string {
  const id = parametersOf(request).get("id") ?? "";
  if (id === "") throw new RaError("usage", "the request names no passage", { hint: "?id=tree:path#section" });
  return id;
}
