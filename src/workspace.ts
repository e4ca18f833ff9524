/** The façade: everything the command line, the library and the servers do goes through {@link open}. */
import type { Config } from "./config/config.ts";
import { loadConfig } from "./config/find.ts";
import { loadEngine } from "./engine/load.ts";
import { RaError } from "./errors.ts";
import { createNodeFileSystem } from "./host/node_file_system.ts";
import { homeDirectory, workingDirectory } from "./host/process.ts";
import { joinPath } from "./text/paths.ts";
import type { OpenOptions, Workspace } from "./workspace/contract.ts";
import { getChunk } from "./workspace/answers/get.ts";
import { list } from "./workspace/answers/listings.ts";
import { createLiveIndex } from "./workspace/live/live_index.ts";
import { createQueue } from "./workspace/live/queue.ts";
import { createReload } from "./workspace/live/reload.ts";
import { search, searchMulti } from "./workspace/answers/search.ts";
import type { Environment } from "./workspace/environment.ts";
import { statusOf } from "./workspace/health/status.ts";
import { watch } from "./workspace/watch/watch.ts";

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
  if (options.reload === true) await import("./store/update/write_index.ts");
  const fs = options.fs ?? createNodeFileSystem();
  const start = joinPath(workingDirectory(), directory);
  const home = options.home === undefined ? (homeDirectory() ?? null) : options.home;
  const settle = (config: Config) => {
    const environment: Environment = { fs, directory: start, config, options, engine: loadEngine };
    return { environment, index: createLiveIndex(environment) };
  };
  let { environment, index } = settle(await loadConfig(fs, start, home));
  const reload = createReload(fs, start, home, (warning) => options.onWarning?.(warning), options.reload);
  /** Until the next `close()`; a call made after that opens the workspace again. */
  let closing = new AbortController();
  const queue = createQueue();
  const update = options.update ?? true;
  /** The configuration when it was read again and is another. */
  const reconfigured = async (): Promise<boolean> => {
    const config = await reload(environment.config);
    if (config === undefined) return false;
    index.close();
    ({ environment, index } = settle(config));
    return true;
  };
  /** How often the configuration was read again; calls that overlap share that, as they share a refresh. */
  let reloads = 0;
  const inTurn = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const askedOf = index;
    const begin = index.ask();
    const before = reloads;
    const closed = closing.signal;
    return queue(async () => {
      if (closed.aborted) throw new RaError("interrupted", "the workspace was closed before this call had its turn");
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
      return environment.config;
    },
    search: (query, asked = {}) =>
      inTurn(
        () => search(environment, index, typeof query === "string" ? [query] : query, { update, ...asked }),
        asked.signal,
      ),
    searchMulti: (queries, asked = {}) =>
      inTurn(() => searchMulti(environment, index, queries, { update, ...asked }), asked.signal),
    get: (id, asked = {}) => inTurn(() => getChunk(index, id, { update, ...asked }), asked.signal),
    update: (asked = {}) => inTurn(() => index.update(asked)),
    list: (what, asked = {}) => inTurn(() => list(environment, index, what, { update, ...asked }), asked.signal),
    likeThis: (what, asked = {}) =>
      inTurn(
        async () =>
          (await import("./workspace/answers/like_this.ts")).likeThis(environment, index, what, { update, ...asked }),
        asked.signal,
      ),
    context: (files, asked = {}) =>
      inTurn(
        async () =>
          (await import("./workspace/answers/context.ts")).context(
            environment,
            index,
            typeof files === "string" ? [files] : files,
            {
              update,
              ...asked,
            },
          ),
        asked.signal,
      ),
    test: (asked = {}) =>
      inTurn(async () =>
        (await import("./workspace/answers/golden_queries.ts")).runTests(environment, index, { update, ...asked })
      ),
    status: () => inTurn(() => statusOf(environment)),
    check: (checkOptions = {}) =>
      inTurn(async () => (await import("./workspace/health/check.ts")).checkWorkspace(environment, checkOptions)),
    inspect: async (file) => (await import("./workspace/answers/inspect.ts")).inspectDocument(environment, file),
    inspectContext: (file) =>
      inTurn(async () =>
        (await import("./workspace/answers/inspect_context.ts")).inspectContext(environment, index, file)
      ),
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
            return { ...(await index.refresh()), config: environment.config, isReconfigured };
          }),
      }, watchOptions),
    close() {
      closing.abort();
      closing = new AbortController();
      index.close();
    },
  };
}
