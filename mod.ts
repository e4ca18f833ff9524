/**
 * ra as a library: ranked passages of your own documentation.
 *
 * @example
 * ```ts
 * import { open } from "ra-search";
 *
 * const workspace = await open(".");
 * const answer = await workspace.search("retry policy", { limit: 3 });
 * for (const result of answer.queries[0]?.results ?? []) console.log(result.id, result.breadcrumb);
 * workspace.close();
 * ```
 *
 * @module
 */
export { open } from "./src/workspace.ts";
export type { Listings, OpenOptions, SearchOptions, Workspace } from "./src/workspace.ts";
export { RaError } from "./src/errors.ts";
export type { RaErrorCode, RaErrorDetails, Warning } from "./src/errors.ts";
export type { QueryEntry, SearchAnswer, SearchResult } from "./src/search/result.ts";
export type * from "./src/report.ts";
export type { Config } from "./src/config/config.ts";
export type { DirectoryEntry, EntryKind, FileStat, FileSystem, ReadHandle } from "./src/host/file_system.ts";
