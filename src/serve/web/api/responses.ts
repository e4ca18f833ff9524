/** Responses of the page's server, with the headers that keep a browser careful. */

import { formatJson } from "../../../output/json.ts";
import { problemOf } from "./request_problem.ts";

/** Forbids inline code, content from other servers, and frames. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** An image that a browser opens by itself may be an SVG that holds a script. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const CAREFUL = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

export function htmlResponse(html: string, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      ...CAREFUL,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PAGE_POLICY,
      "Cache-Control": "no-store",
    },
  });
}

export function jsonResponse(json: string, status = 200): Response {
  return new Response(json, {
    status,
    headers: {
      ...CAREFUL,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'",
      "Cache-Control": "no-store",
    },
  });
}

/** A file of the page. Its address changes with its content, so browsers may keep it. */
export function fileResponse(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      ...CAREFUL,
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": IMAGE_POLICY,
      "Cache-Control": "max-age=31536000, immutable",
    },
  });
}

export function imageResponse(bytes: Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(bytes, {
    headers: { ...CAREFUL, "Content-Type": type, "Content-Security-Policy": IMAGE_POLICY, "Cache-Control": "no-cache" },
  });
}

/** Tells the client of a failure. Calls `onFailure` for one that is not the request's fault. */
export function problemResponse(error: unknown, onFailure?: (error: unknown) => void): Response {
  const problem = problemOf(error);
  if (problem.status === 500) onFailure?.(error);
  const response = jsonResponse(formatJson({ error: problem }), problem.status);
  if (problem.status === 429) response.headers.set("Retry-After", "5");
  return response;
}

export function notAllowedResponse(): Response {
  return new Response("only GET and HEAD\n", {
    status: 405,
    headers: { ...CAREFUL, "Content-Type": "text/plain; charset=utf-8", Allow: "GET, HEAD" },
  });
}
