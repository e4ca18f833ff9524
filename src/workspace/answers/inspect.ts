/** How a file is parsed, without touching the index. */
import { type FileReading, readFile } from "../../document/formats/read_file.ts";
import { parseDocument } from "../../document/parse.ts";
import { RaError } from "../../errors.ts";
import type { InspectReport } from "../../answers/reports.ts";
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
  const reading = await readText(fs, path);
  const holders = config.trees.filter((tree) => isInside(path, tree.path)).sort((a, b) =>
    b.path.length - a.path.length
  );
  const tree = holders[0];
  const core = await engine();
  const document = parseDocument({
    tree: tree?.name ?? null,
    path: tree === undefined ? file : relativePath(tree.path, path),
    reading,
    readOutline: (from, dialect) => core.outline(reading.text, from, dialect),
    chunking: tree?.chunking ?? "headings",
    sizes: chunkSizes(config),
  });
  return {
    file,
    tree: document.tree,
    type: document.format,
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

/** Throws `not-text`. */
async function readText(fs: Environment["fs"], path: string): Promise<FileReading> {
  try {
    const reading = await readFile(fs.readFile(path) ?? new Uint8Array(), path);
    new TextDecoder("utf-8", { fatal: true }).decode(reading.text);
    return reading;
  } catch (error) {
    if (error instanceof RaError && error.code !== "not-text") throw error;
    const reason = error instanceof RaError ? error.message : "not UTF-8";
    const message = reason === "binary" ? "this is a binary file" : `this file is ${reason}`;
    throw new RaError("not-text", message, { path, hint: "ra indexes text files only" });
  }
}
