/** The page and its JSON, as a function from request to response: whoever serves HTTP calls it. */
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

export type WebHandler = (request: Request) => Promise<Response>;

/** Answers `GET` and `HEAD`; never rejects. */
export function createWebHandler(options: WebOptions): WebHandler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== "GET" && request.method !== "HEAD") return notAllowedResponse();
    try {
      return pathname.startsWith("/api/")
        ? await answerApi(pathname, searchParams, request.signal, options)
        : await answerPage(pathname, searchParams, request.signal, options);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 500) options.onFailure?.(error);
      return jsonResponse(formatJson({ error: problem }), problem.status);
    }
  };
}

async function answerPage(
  pathname: string,
  parameters: URLSearchParams,
  signal: AbortSignal,
  options: WebOptions,
): Promise<Response> {
  switch (pathname) {
    case "/page.css":
      return fileResponse(PAGE_STYLE, "text/css");
    case "/page.js":
      return fileResponse(PAGE_SCRIPT, "text/javascript");
    case "/icon.svg":
    case "/favicon.ico":
      return fileResponse(PAGE_ICON, "image/svg+xml");
    case "/": {
      const { html, status } = await renderPage(readPageState(parameters), options, signal);
      return htmlResponse(html, status);
    }
  }
  const image = pathname.startsWith("/image/") ? readImage(pathname, options.workspace.config, options.fs) : undefined;
  return image === undefined ? nothingHere() : imageResponse(image.bytes, image.type);
}

function nothingHere(): Response {
  return jsonResponse(formatJson({ error: { status: 404, code: "not-found", message: "there is nothing here" } }), 404);
}

async function answerApi(
  pathname: string,
  parameters: URLSearchParams,
  signal: AbortSignal,
  { workspace, links }: WebOptions,
): Promise<Response> {
  switch (pathname) {
    case "/api/search": {
      const reply = await searchDocuments(workspace, parameters, signal);
      return jsonResponse(parameters.get("snippets") === "ranges" ? formatJson(reply) : formatSearchJson(reply));
    }
    case "/api/get":
      return jsonResponse(
        formatResultJson(
          await workspace.get(idOf(parameters), { fullDocument: parameters.get("full_document") === "1", signal }),
        ),
      );
    case "/api/passage":
      return jsonResponse(formatJson(await openPassage(workspace, idOf(parameters), links, signal)));
    case "/api/trees":
      return jsonResponse(formatJson(await workspace.list("trees", { signal })));
  }
  return nothingHere();
}

function idOf(parameters: URLSearchParams): string {
  const id = parameters.get("id") ?? "";
  if (id === "") throw new RaError("usage", "say which passage: ?id=tree:path#section");
  return id;
}
