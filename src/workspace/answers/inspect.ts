/** How a file is parsed, without touching the index. */
import { parseDocument } from "../../document/parse.ts";
import { RaError } from "../../errors.ts";
import type { InspectReport } from "../../report.ts";
import { isBinary } from "../../store/files/read_source.ts";
import { chunkSizes } from "../../store/update/update.ts";
import { isInside, joinPath, relativePath } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

/**
 * The chunk tree of a file as data; ids are those of the innermost tree that holds it. Throws `unknown-file`,
 * `not-text`.
 */
export async function inspectDocument(
  { config, directory, engine, fs }: Environment,
  file: string,
): Promise<InspectReport> {
  const path = joinPath(directory, file);
  const found = fs.stat(path)?.kind;
  if (found !== "file") {
    throw new RaError("unknown-file", found === undefined ? "there is no such file" : "this is no regular file", {
      path,
    });
  }
  const bytes = fs.readFile(path) ?? new Uint8Array();
  const unfit = isBinary(bytes) ? "this is a binary file" : isUtf8(bytes) ? undefined : "this file is not UTF-8";
  if (unfit !== undefined) throw new RaError("not-text", unfit, { path, hint: "ra indexes text files only" });
  const holders = config.trees.filter((tree) => isInside(path, tree.path)).sort((a, b) =>
    b.path.length - a.path.length
  );
  const tree = holders[0];
  const core = await engine();
  const document = parseDocument({
    tree: tree?.name ?? null,
    path: tree === undefined ? file : relativePath(tree.path, path),
    bytes,
    readOutline: (from) => core.outline(bytes, from),
    chunking: tree?.chunking ?? "headings",
    sizes: chunkSizes(config),
  });
  return {
    file,
    tree: document.tree,
    type: document.type,
    frontmatter: document.frontmatter,
    warnings: document.warnings,
    chunks: document.chunks.map((chunk) => ({
      id: chunk.id,
      doc_id: chunk.docId,
      parent_id: chunk.parentId,
      title: chunk.title,
      slug: chunk.slug,
      depth: chunk.depth,
      position: chunk.position,
      byte_start: chunk.byteStart,
      byte_end: chunk.byteEnd,
      start_line: chunk.startLine,
      end_line: chunk.endLine,
      sibling_count: chunk.siblingCount,
      breadcrumb: chunk.breadcrumb,
      body_ranges: chunk.bodyRanges,
    })),
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
