/** The routes of the page and its JSON, over a workspace. */
import { createFileOf } from "../../output/file_of.ts";
import { type Context, Hono, type HonoRequest } from "hono";
import { RaError } from "../../errors.ts";
import { type FileOf, formatJson, formatResultJson, formatSearchJson } from "../../output/json.ts";
import { renderPage } from "./render_page.ts";
import { readImage } from "./api/tree_image.ts";
import { readPageState } from "./page_state.ts";
import { openPassage } from "./api/open_passage.ts";
import { htmlResponse, imageResponse, jsonResponse } from "./api/responses.ts";
import { searchDocuments } from "./api/search_documents.ts";
import type { WebOptions } from "./web_options.ts";
import type { Call } from "../threads/call.ts";
import type { Stoppable } from "../../workspace/contract.ts";
import { problemResponse } from "./api/responses.ts";

/** What stands for the connection of a request that came from another thread. */
export interface Called {
  readonly Bindings: { readonly call?: Call };
}

/** Creates the routes. The files of the page are not among them (`page_routes.ts`). */
export function createWebRoutes(options: WebOptions): Hono<Called> {
  const { workspace, links, fs } = options;
  const fileOf: FileOf = (result) => createFileOf(workspace.config.trees, workspace.config.root)(result);
  const routes = new Hono<Called>();
  routes.get("/", async (context) => {
    const state = readPageState(parametersOf(context.req));
    const { html, status } = await renderPage(state, options, askedBy(context));
    return htmlResponse(html, status);
  });
  routes.get("/image/*", ({ req }) => {
    const image = readImage(new URL(req.url).pathname, workspace.config, fs);
    return image === undefined ? nothingHere() : imageResponse(image.bytes, image.type);
  });
  routes.get("/api/search", async (context) => {
    const parameters = parametersOf(context.req);
    const reply = await searchDocuments(workspace, parameters, askedBy(context));
    return jsonResponse(parameters.get("snippets") === "ranges" ? formatJson(reply) : formatSearchJson(reply, fileOf));
  });
  routes.get("/api/get", async (context) => {
    const fullDocument = parametersOf(context.req).get("full_document") === "1";
    const result = await workspace.get(idOf(context.req), { fullDocument, ...askedBy(context) });
    return jsonResponse(formatResultJson(result, fileOf));
  });
  routes.get(
    "/api/passage",
    async (context) =>
      jsonResponse(formatJson(await openPassage(workspace, idOf(context.req), links, askedBy(context)))),
  );
  routes.get(
    "/api/trees",
    async (context) => jsonResponse(formatJson(await workspace.list("trees", askedBy(context)))),
  );
  routes.all(nothingHere);
  routes.onError((error) => problemResponse(error, options.onFailure));
  return routes;
}

/** What the workspace needs to know about the client. */
function askedBy({ env, req }: Context<Called>): Stoppable {
  const { signal = req.raw.signal, client = "" } = env?.call ?? {};
  return { signal, client };
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
