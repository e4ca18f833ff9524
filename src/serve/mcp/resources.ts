/** Serves documents as resources: a list in pages, whole documents, and sections. */
import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { isMarkdown } from "../../document/formats/registry.ts";
import { RaError } from "../../errors.ts";
import type { DocumentReport } from "../../shapes/listings.ts";
import { sanitize } from "../../text/sanitize.ts";
import { shortName } from "./quoting.ts";
import { errorText } from "./tools/tool_error.ts";
import type { Project, ProjectCall } from "./project.ts";
import { parseResourceUri, resourceId, resourceUri } from "./resource_uri.ts";

/** How many documents a page of the list has. */
const PAGE = 100;

export const RESOURCE_TEMPLATES = [
  {
    name: "document",
    title: "A document",
    uriTemplate: "ra://{tree}/{+path}",
    description: "A whole document of a tree, as it stands in the file",
  },
  {
    name: "section",
    title: "A section",
    uriTemplate: "ra://{tree}/{+path}{#section}",
    description: "One section, by the part of its id after #",
  },
] as const;

/** A cursor is the id after which the page begins. So pages stay correct while documents come and go. */
export async function listResources(
  project: Project,
  call: ProjectCall,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { value: documents } = await project.use(
    call,
    (workspace) => workspace.list("docs", { signal: call.signal, client: call.client }),
  );
  const sorted = [...documents].sort((a, b) => (a.id < b.id ? -1 : 1)).filter(({ id }) =>
    after === undefined || id > after
  );
  const page = sorted.slice(0, PAGE);
  return {
    resources: page.map(resourceOf),
    nextCursor: sorted.length > PAGE ? writeCursor(page.at(-1)!.id) : undefined,
  };
}

function resourceOf({ id, tree, path, title, bytes, modified }: DocumentReport) {
  return {
    uri: resourceUri({ tree, path }),
    name: shortName(id),
    title: shortName(title),
    mimeType: mimeType(path),
    size: bytes,
    annotations: { lastModified: modified },
  };
}

export async function readResource(project: Project, call: ProjectCall, uri: string): Promise<ReadResourceResult> {
  const parts = parseResourceUri(uri);
  if (parts === undefined) {
    throw new ResourceNotFoundError(
      uri,
      "this is not the address of a document: ra://tree/path or ra://tree/path#section",
    );
  }
  try {
    const { value } = await project.use(
      call,
      (workspace) => workspace.get(resourceId(parts), { frontmatter: true, signal: call.signal, client: call.client }),
    );
    if (value.content === undefined) {
      throw value.gone
        ? new RaError("io", "the file no longer exists, or ra can no longer read it")
        : new RaError("io", "the file changed while it was read; read it again");
    }
    return { contents: [{ uri, mimeType: mimeType(value.path), text: sanitize(value.content) }] };
  } catch (error) {
    if (error instanceof RaError && error.code === "unknown-id") {
      throw new ResourceNotFoundError(uri, errorText(error));
    }
    throw error;
  }
}

function mimeType(path: string): string {
  return isMarkdown(path) ? "text/markdown" : "text/plain";
}

function writeCursor(id: string): string {
  return encodeURIComponent(id);
}

function readCursor(cursor: string): string {
  try {
    return decodeURIComponent(cursor);
  } catch {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "this cursor does not come from a list of resources; leave it out for the first page",
    );
  }
}
