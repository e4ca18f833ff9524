/** The façade: everything the command line, the library and the servers do goes through {@link open}. */
import type { Config } from "./config/config.ts";
import { loadConfig } from "./config/find.ts";
import { loadEngine } from "./engine/load.ts";
import { createNodeFileSystem } from "./host/node_file_system.ts";
import { homeDirectory, workingDirectory } from "./host/process.ts";
import { joinPath } from "./text/paths.ts";
import type { OpenOptions, Workspace } from "./workspace/contract.ts";
import { getChunk } from "./workspace/get.ts";
import { list } from "./workspace/listings.ts";
import { createLiveIndex } from "./workspace/live_index.ts";
import { createQueue } from "./workspace/queue.ts";
import { createReload } from "./workspace/reload.ts";
import { search, searchMulti } from "./workspace/search.ts";
import type { Place } from "./workspace/place.ts";
import { statusOf } from "./workspace/status.ts";
import { watch } from "./workspace/watch.ts";

export type {
  ContextOptions,
  LikeThisOptions,
  Listings,
  ListOptions,
  OpenOptions,
  SearchOptions,
  WatchOptions,
  Workspace,
} from "./workspace/contract.ts";

/**
 * Opens the workspace of a directory: finds its configuration and answers from its index, which is refreshed before
 * each answer. Throws `config-missing`, `config-syntax`, `config-key`, `config-value`.
 */
export async function open(directory: string, options: OpenOptions = {}): Promise<Workspace> {
  // A server runs for long, and the program may be replaced meanwhile: what it needs for a change is loaded now.
  if (options.reload === true) await import("./store/write_index.ts");
  const fs = options.fs ?? createNodeFileSystem();
  const start = joinPath(workingDirectory(), directory);
  const home = options.home === undefined ? (homeDirectory() ?? null) : options.home;
  const settle = (config: Config) => {
    const place: Place = { fs, directory: start, config, options, engine: loadEngine };
    return { place, index: createLiveIndex(place) };
  };
  let { place, index } = settle(await loadConfig(fs, start, home));
  const reload = createReload(fs, start, home, (warning) => options.onWarning?.(warning), options.reload);
  const closing = new AbortController();
  const queue = createQueue();
  const update = options.update ?? true;
  /** The configuration when it was read again and is another. */
  const reconfigured = async (): Promise<boolean> => {
    const config = await reload(place.config);
    if (config === undefined) return false;
    index.close();
    ({ place, index } = settle(config));
    return true;
  };
  /** How often the configuration was read again; calls that overlap share that, as they share a refresh. */
  let reloads = 0;
  const inTurn = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const askedOf = index;
    const begin = index.ask();
    const before = reloads;
    return queue(async () => {
      if (options.reload === true && reloads === before) {
        reloads++;
        await reconfigured();
      }
      if (askedOf === index) begin();
      else index.ask()();
      return await work();
    }, signal);
  };
  return {
    get config() {
      return place.config;
    },
    search: (query, asked = {}) =>
      inTurn(
        () => search(place, index, typeof query === "string" ? [query] : query, { update, ...asked }),
        asked.signal,
      ),
    searchMulti: (queries, asked = {}) =>
      inTurn(() => searchMulti(place, index, queries, { update, ...asked }), asked.signal),
    get: (id, asked = {}) => inTurn(() => getChunk(index, id, { update, ...asked }), asked.signal),
    update: (asked = {}) => inTurn(() => index.update(asked)),
    list: (what, asked = {}) => inTurn(() => list(place, index, what, { update, ...asked }), asked.signal),
    likeThis: (what, asked = {}) =>
      inTurn(
        async () => (await import("./workspace/like_this.ts")).likeThis(place, index, what, { update, ...asked }),
        asked.signal,
      ),
    context: (files, asked = {}) =>
      inTurn(
        async () =>
          (await import("./workspace/context.ts")).context(place, index, typeof files === "string" ? [files] : files, {
            update,
            ...asked,
          }),
        asked.signal,
      ),
    test: (asked = {}) =>
      inTurn(async () => (await import("./workspace/golden_queries.ts")).runTests(place, index, { update, ...asked })),
    status: () => inTurn(() => statusOf(place)),
    check: (checkOptions = {}) =>
      inTurn(async () => (await import("./workspace/check.ts")).checkWorkspace(place, checkOptions)),
    inspect: async (file) => (await import("./workspace/inspect.ts")).inspectDocument(place, file),
    inspectContext: (file) =>
      inTurn(async () => (await import("./workspace/inspect_context.ts")).inspectContext(place, index, file)),
    watch: (watchOptions = {}) =>
      watch({
        fs,
        directory: start,
        home,
        closed: closing.signal,
        warn: (warning) => options.onWarning?.(warning),
        published: () => inTurn(() => index.published()),
        refresh: () =>
          inTurn(async () => {
            const isReconfigured = await reconfigured();
            return { ...(await index.refresh()), config: place.config, isReconfigured };
          }),
      }, watchOptions),
    close() {
      closing.abort();
      index.close();
    },
  };
}
