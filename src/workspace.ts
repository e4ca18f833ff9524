/** The façade. Everything that the command line, the library and the servers do goes through {@link open}. */
import type { Config } from "./config/config.ts";
import { givenConfig, loadConfig } from "./config/find.ts";
import { compileCore } from "./store/engine/compile_core.ts";
import { loadReadingEngine } from "./store/engine/load_reading.ts";
import { RaError, type Warning } from "./errors.ts";
import { createDiskFileSystem } from "./host/disk_file_system.ts";
import { homeDirectory, workingDirectory } from "./host/process.ts";
import { joinPath } from "./text/paths.ts";
import type { OpenOptions, Stoppable, Workspace } from "./workspace/contract.ts";
import { getChunk } from "./workspace/answers/get.ts";
import { list } from "./workspace/answers/listings.ts";
import type { Ask } from "./workspace/answers/ask.ts";
import { createLiveIndex } from "./workspace/live/live_index.ts";
import { createQueue } from "./workspace/live/queue.ts";
import { createReload } from "./workspace/live/reload.ts";
import { search, searchMulti } from "./workspace/answers/search.ts";
import type { Environment } from "./workspace/environment.ts";
import { updateWorkspace } from "./workspace/live/update_workspace.ts";
import { statusOf } from "./workspace/health/status.ts";
import { type OptionTaker, requireKnownOptions } from "./workspace/option_names.ts";
import { watch } from "./workspace/watch/watch.ts";

export type {
  ContextOptions,
  LikeThisOptions,
  Listings,
  OpenOptions,
  SearchOptions,
  Workspace,
} from "./workspace/contract.ts";

/**
 * Opens the workspace of a directory. Finds its configuration, or takes the one in the options. Refreshes the index
 * before each answer. Throws `config-missing`, `config-syntax`, `config-key`, `config-value`, and `usage` for an
 * unknown option.
 */
export async function open(directory: string, options: OpenOptions = {}): Promise<Workspace> {
  requireKnownOptions("open", options);
  // A server runs for a long time, and an upgrade may replace the program's files meanwhile. So the code that writes an
  // index is loaded now.
  const keepsRunning = options.reload === true;
  if (keepsRunning) {
    await import("./store/update/write_index.ts");
    void compileCore("core");
    await loadReadingEngine();
  }
  const fs = options.fs ?? createDiskFileSystem();
  const start = joinPath(workingDirectory(), directory);
  const home = options.home === undefined ? (homeDirectory() ?? null) : options.home;
  const warn = (warning: Warning): void => options.onWarning?.(warning);
  const settle = async (config: Config) => {
    const meaning = config.semantic.enabled
      ? (await import("./workspace/live/live_meaning.ts")).createLiveMeaning({
        fs,
        home,
        config,
        engine: loadReadingEngine,
        warn,
      })
      : undefined;
    const environment: Environment = { fs, directory: start, config, options, engine: loadReadingEngine, meaning };
    return { environment, index: createLiveIndex(environment) };
  };
  const given = options.config;
  let { environment, index } = await settle(
    given === undefined
      ? await loadConfig(fs, start, home, { trust: options.trust })
      : await givenConfig(fs, start, home, given),
  );
  const reload = given === undefined ? createReload(fs, start, home, options) : () => Promise.resolve(undefined);
  /** Aborted by the next `close()`. A later call opens the workspace again. */
  let closing = new AbortController();
  const queue = createQueue();
  const update = options.update ?? true;
  /** Returns true if the configuration was read again and has changed. */
  const reconfigured = async (): Promise<boolean> => {
    const config = await reload(environment.config);
    if (config === undefined) return false;
    index.close();
    environment.meaning?.close();
    ({ environment, index } = await settle(config));
    return true;
  };
  let answers: Ask | undefined;
  let announced: Config | undefined;
  /** Says what the configuration leaves out: once, or in each answer of a server, because each client has to know. */
  const announce = (): void => {
    if (options.reload !== true && announced === environment.config) return;
    announced = environment.config;
    for (const warning of announced.warnings) options.onWarning?.(warning);
  };
  /** Counts how often the configuration was read again. Calls that overlap share a reload, as they share a refresh. */
  let reloads = 0;
  const inTurn = <T>(work: () => Promise<T>, asked?: Stoppable): Promise<T> => {
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
    }, asked);
  };
  /** Makes a method that answers from the index. It checks its options before it waits for its turn. */
  const call = async <O extends Stoppable & { readonly update?: boolean }, T>(
    name: OptionTaker,
    options: O,
    work: (asked: O & { readonly update: boolean }) => Promise<T>,
  ): Promise<T> => {
    requireKnownOptions(name, options);
    const answer = await inTurn(() => {
      announce();
      return work({ ...options, update: options.update ?? update });
    }, options);
    if (keepsRunning) environment.meaning?.inIdleTime();
    return answer;
  };
  return {
    get config() {
      return environment.config;
    },
    search: (query, options = {}) =>
      call("search", options, (asked) => search(environment, index, listOf(query), asked)),
    searchMulti: (queries, options = {}) =>
      call("searchMulti", options, (asked) => searchMulti(environment, index, queries, asked)),
    ask: async (question, options = {}) => {
      requireKnownOptions("ask", options);
      const { createAsk } = await import("./workspace/answers/ask.ts");
      answers ??= createAsk(fs, home, warn);
      return await answers.ask(
        environment.config,
        question,
        options,
        (query, asked) => call("search", asked, (known) => search(environment, index, [query], known)),
      );
    },
    get: (id, options = {}) => call("get", options, (asked) => getChunk(environment, index, id, asked)),
    update: async (options = {}) => {
      requireKnownOptions("update", options);
      // An update mostly has something to write, so it does without the smaller module.
      void compileCore("core");
      return await inTurn(async () => {
        announce();
        return await updateWorkspace(environment, index, options);
      });
    },
    list: (what, options = {}) => call("list", options, (asked) => list(environment, index, what, asked)),
    likeThis: (what, options = {}) =>
      call("likeThis", options, async (asked) => {
        const { likeThis } = await import("./workspace/answers/like_this.ts");
        return await likeThis(environment, index, what, asked);
      }),
    context: (files, options = {}) =>
      call("context", options, async (asked) => {
        const { context } = await import("./workspace/answers/context.ts");
        return await context(environment, index, listOf(files), asked);
      }),
    test: (options = {}) =>
      call("test", options, async (asked) => {
        const { runTests } = await import("./workspace/answers/golden_queries.ts");
        return await runTests(environment, index, asked);
      }),
    check: async (options = {}) => {
      requireKnownOptions("check", options);
      const { checkWorkspace } = await import("./workspace/health/check.ts");
      return await inTurn(() => checkWorkspace(environment, options));
    },
    status: () => inTurn(() => statusOf(environment)),
    inspect: async (file) => (await import("./workspace/answers/inspect.ts")).inspectDocument(environment, file),
    inspectContext: (file) =>
      inTurn(async () =>
        (await import("./workspace/answers/inspect_context.ts")).inspectContext(environment, index, file)
      ),
    watch: (watchOptions = {}) =>
      watch({
        fs,
        configured: given === undefined ? { directory: start, home } : undefined,
        closed: closing.signal,
        warn: (warning) => options.onWarning?.(warning),
        published: () => inTurn(() => index.published()),
        refresh: () =>
          inTurn(async () => {
            const isReconfigured = await reconfigured();
            announce();
            const refreshed = await index.refresh();
            environment.meaning?.inIdleTime();
            return { ...refreshed, config: environment.config, isReconfigured };
          }),
      }, watchOptions),
    close() {
      closing.abort();
      closing = new AbortController();
      index.close();
      environment.meaning?.close();
      answers?.close();
      answers = undefined;
    },
  };
}

function listOf(given: string | readonly string[]): readonly string[] {
  return typeof given === "string" ? [given] : given;
}
