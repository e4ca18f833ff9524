/**
 * ra as a library: ranked passages of your own documentation.
 *
 * @example
 * ```ts
 * import { open } from "ra-search";
 *
 * const workspace = await open(".");
 * const { queries } = await workspace.search("retry policy", { limit: 3 });
 * for (const result of queries[0].results) console.log(result.id, result.breadcrumb);
 * workspace.close();
 * ```
 *
 * @module
 */
export { open } from "./src/workspace.ts";
export type * from "./src/workspace/contract.ts";
export { RaError } from "./src/errors.ts";
export type { RaErrorCode, RaErrorDetails, Warning } from "./src/errors.ts";
export type { MadeAnswer } from "./src/answering/answer_turn.ts";
export type * from "./src/shapes/answering.ts";
export type * from "./src/shapes/search.ts";
export type * from "./src/shapes/links.ts";
export type * from "./src/shapes/explanation.ts";
export type * from "./src/shapes/listings.ts";
export type * from "./src/shapes/reports.ts";
export type * from "./src/shapes/inspection.ts";
export type { Progress } from "./src/store/update/progress.ts";
export type * from "./src/config/config.ts";
export type { DirectoryEntry, EntryKind, FileStat, FileSystem, ReadHandle } from "./src/host/file_system.ts";
export { createMemoryFileSystem } from "./src/host/memory_file_system.ts";
export { snippetHtml } from "./src/output/snippet_html.ts";
export { readFile as readDocument } from "./src/document/formats/read_file.ts";
export type { FileReading } from "./src/document/formats/read_file.ts";
export { parseDocument } from "./src/document/parse.ts";
export type { DocumentInput } from "./src/document/parse.ts";
export type * from "./src/document/document.ts";
export { CHUNKING_STRATEGIES } from "./src/document/chunking/strategies.ts";
export type { ChunkingFunction, ChunkingInput, ChunkSizes, Section } from "./src/document/chunking/section.ts";
export type { Outline, OutlineHeading, OutlineLink } from "./src/document/outline.ts";
export { parseQuery } from "./src/search/query/parser.ts";
export { printQuery } from "./src/search/query/printer.ts";
export type * from "./src/search/query/syntax.ts";
