/** `ra ls`: tables for people. */
import type { ChunkReport, DocumentReport, TagReport } from "../../shapes/listings.ts";
import type { TreeReport } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";
import { formatBytes, thousands } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";

export function formatTrees(trees: readonly TreeReport[], palette: Palette): string {
  if (trees.length === 0) return "no trees\n";
  return formatTable([
    header(["tree", "documents", "chunks", "size", "path"], palette),
    ...trees.map((tree) => [
      palette.id(sanitizeLine(tree.name)),
      thousands(tree.documents),
      thousands(tree.chunks),
      formatBytes(tree.bytes),
      sanitizeLine(tree.path) +
      (tree.missing ? palette.bad(" (missing)") : tree.global ? palette.dim(" (global)") : ""),
    ]),
  ], [1, 2, 3]);
}

export function formatDocuments(documents: readonly DocumentReport[], palette: Palette): string {
  if (documents.length === 0) return "no documents\n";
  return formatTable([
    header(["document", "chunks", "size", "modified", "title"], palette),
    ...documents.map((document) => [
      palette.id(sanitizeLine(document.id)),
      thousands(document.chunks),
      formatBytes(document.bytes),
      document.modified.slice(0, 10),
      sanitizeLine(document.title) + document.tags.map((tag) => palette.dim(` #${sanitizeLine(tag)}`)).join(""),
    ]),
  ], [1, 2]);
}

/** Indented by depth, so that the chunk tree shows. */
export function formatChunks(chunks: readonly ChunkReport[], palette: Palette): string {
  if (chunks.length === 0) return "no chunks\n";
  return formatTable([
    header(["chunk", "lines", "title"], palette),
    ...chunks.map((chunk) => [
      palette.id(sanitizeLine(chunk.id)),
      `${chunk.start_line}-${chunk.end_line}`,
      sanitizeLine(chunk.breadcrumb),
    ]),
  ], [1]);
}

export function formatTags(tags: readonly TagReport[], palette: Palette): string {
  if (tags.length === 0) return "no tags\n";
  return formatTable([
    header(["tag", "documents"], palette),
    ...tags.map((tag) => [palette.id(sanitizeLine(tag.tag)), thousands(tag.documents)]),
  ], [1]);
}

function header(names: readonly string[], palette: Palette): string[] {
  return names.map((name) => palette.dim(name));
}
