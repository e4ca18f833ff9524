/** What the parts of one crawl share. */
import type { FileSystem } from "../../host/file_system.ts";
import type { Lookup } from "../../host/http_client.ts";
import type { CrawlEntry } from "../config/schema.ts";
import type { CrawlStore, Visit } from "./crawl_store.ts";
import type { PoliteClient } from "./polite_client.ts";
import type { Scope } from "./scope.ts";

export interface CrawlHost {
  readonly fs: FileSystem;
  /** The folder of the crawl's store. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Stands in for the system's in tests. */
  readonly lookup?: Lookup | undefined;
  onProgress(done: number, url: string): void;
}

/** An address that brings no text, and why. */
export interface LeftOutAddress {
  readonly url: string;
  readonly reason: string;
}

/** What a crawl counts. */
interface CrawlTally {
  /** How many addresses nobody asked for, by reason. */
  readonly leftOut: Map<string, number>;
  /** Those that are counted already, by reason and address. */
  readonly counted: Map<string, LeftOutAddress>;
  /** What failed without a visit of its own. */
  readonly failed: LeftOutAddress[];
  /** Pages that came with a body, and those that the server called unchanged. */
  fetched: number;
  unchanged: number;
}

export interface Crawl {
  readonly entry: CrawlEntry;
  readonly host: CrawlHost;
  readonly seeds: readonly URL[];
  readonly store: CrawlStore;
  readonly scope: Scope;
  readonly client: PoliteClient;
  /** What each address of this run gave. */
  readonly visits: Map<string, Visit>;
  /** How often a host had set cookies when an address of it led to another. */
  readonly cookies: Map<string, number>;
  readonly tally: CrawlTally;
}

/** So many addresses are named, and counted once each. Of a hostile site with more, some may be counted twice. */
const MAX_COUNTED = 20_000;

export function leaveOut({ leftOut, counted }: CrawlTally, reason: string, url: string): void {
  const key = `${reason} ${url}`;
  if (counted.has(key)) return;
  if (counted.size < MAX_COUNTED) counted.set(key, { url, reason });
  leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
}
