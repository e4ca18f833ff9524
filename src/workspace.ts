/** The façade. Everything that the command line, the library and the servers do goes through {@link open}. */
import { givenConfig, loadConfig } from "./config/find.ts";
import { compileCore } from "./store/engine/compile_core.ts";
import { loadReadingEngine } from "./store/engine/load_reading.ts";
import { createDiskFileSystem } from "./host/disk_file_system.ts";
import type { FileSystem } from "./host/file_system.ts";
import { homeDirectory, workingDirectory } from "./host/process.ts";
import { joinPath } from "./text/paths.ts";
import type { OpenOptions, Workspace } from "./workspace/contract.ts";
import { getChunk } from "./workspace/answers/get.ts";
import { list } from "./workspace/answers/listings.ts";
import { createReload } from "./workspace/live/reload.ts";
import { openSession, type Session } from "./workspace/live/session.ts";
import { search, searchMulti } from "./workspace/answers/search.ts";
import { updateWorkspace } from "./workspace/live/update_workspace.ts";
import { requireKnownOptions } from "./workspace/option_names.ts";
import type { WatchHost } from "./workspace/watch/watch.ts";

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
  if (options.reload === true) {
    await import("./store/update/apply_changes.ts");
    void compileCore("core");
    await loadReadingEngine();
  }
  const fs = options.fs ?? createDiskFileSystem();
  const start = joinPath(workingDirectory(), directory);
  const home = options.home === undefined ? (homeDirectory() ?? null) : options.home;
  const given = options.config;
  const config = given === undefined
    ? await loadConfig(fs, start, home, { trust: options.trust })
    : await givenConfig(fs, start, home, given);
  const reload = given === undefined ? createReload(fs, start, home, options) : () => Promise.resolve(undefined);
  const session = await openSession(config, { fs, directory: start, home, options, reload });
  return {
    get config() {
      return session.environment.config;
    },
    ...answersOf(session),
    ...listingsOf(session),
    ...upkeepOf(session),
    async *watch(watchOptions = {}) {
      const { watch } = await import("./workspace/watch/watch.ts");
      const configured = given === undefined ? { directory: start, home } : undefined;
      yield* watch(watchHost(session, fs, configured), watchOptions);
    },
    close: () => session.close(),
  };
}

type AnswerMethods = Pick<Workspace, "search" | "searchMulti" | "ask" | "likeThis" | "context" | "test">;
type Readings = Pick<Workspace, "get" | "links" | "resolve" | "list" | "inspect" | "inspectContext">;
type Upkeep = Pick<Workspace, "update" | "check" | "status">;

function answersOf(session: Session): AnswerMethods {
  return {
    search: (query, options = {}) =>
      session.call("search", options, (asked, ...open) => search(...open, listOf(query), asked)),
    searchMulti: (queries, options = {}) =>
      session.call("searchMulti", options, (asked, ...open) => searchMulti(...open, queries, asked)),
    ask: async (question, options = {}) => {
      requireKnownOptions("ask", options);
      const asking = await session.asking();
      return await asking.ask(
        session.environment.config,
        question,
        options,
        (words, asked) =>
          session.call("search", asked, async (known, ...open) => {
            const { searchQuestion } = await import("./workspace/answers/search_question.ts");
            return await searchQuestion(...open, words, known);
          }),
      );
    },
    likeThis: (what, options = {}) =>
      session.call("likeThis", options, async (asked, ...open) => {
        const { likeThis } = await import("./workspace/answers/like_this.ts");
        return await likeThis(...open, what, asked);
      }),
    context: (files, options = {}) =>
      session.call("context", options, async (asked, ...open) => {
        const { context } = await import("./workspace/answers/context.ts");
        return await context(...open, listOf(files), asked);
      }),
    test: (options = {}) =>
      session.call("test", options, async (asked, ...open) => {
        const { runTests } = await import("./workspace/answers/golden_queries.ts");
        return await runTests(...open, asked);
      }),
  };
}

function listingsOf(session: Session): Readings {
  return {
    get: (id, options = {}) => session.call("get", options, (asked, ...open) => getChunk(...open, id, asked)),
    links: (id, options = {}) =>
      session.call("links", options, async (asked, ...open) => {
        const { reportLinks } = await import("./workspace/answers/links.ts");
        return await reportLinks(...open, id, asked);
      }),
    resolve: (destinations, options = {}) =>
      session.call("resolve", options, async (asked, ...open) => {
        const { resolveLinks } = await import("./workspace/answers/resolve_links.ts");
        return await resolveLinks(...open, destinations, asked);
      }),
    list: (what, options = {}) => session.call("list", options, (asked, ...open) => list(...open, what, asked)),
    inspect: async (file) =>
      (await import("./workspace/answers/inspect.ts")).inspectDocument(session.environment, file),
    inspectContext: (file) =>
      session.inTurn(async () => {
        const { inspectContext } = await import("./workspace/answers/inspect_context.ts");
        return await inspectContext(session.environment, session.index, file);
      }),
  };
}

function upkeepOf(session: Session): Upkeep {
  return {
    update: async (options = {}) => {
      requireKnownOptions("update", options);
      // An update mostly has something to write, so it does without the smaller module.
      void compileCore("core");
      return await session.inTurn(async () => {
        session.announce();
        return await updateWorkspace(session.environment, session.index, options);
      });
    },
    check: async (options = {}) => {
      requireKnownOptions("check", options);
      const { checkWorkspace } = await import("./workspace/health/check.ts");
      return await session.inTurn(() => checkWorkspace(session.environment, options));
    },
    status: () =>
      session.inTurn(async () => {
        const { statusOf } = await import("./workspace/health/status.ts");
        return await statusOf(session.environment);
      }),
  };
}

function watchHost(session: Session, fs: FileSystem, configured: WatchHost["configured"]): WatchHost {
  return {
    fs,
    configured,
    closed: session.closed,
    warn: (warning) => session.warn(warning),
    published: () => session.inTurn(() => session.index.published()),
    refresh: () =>
      session.inTurn(async () => {
        const isReconfigured = await session.reconfigured();
        session.announce();
        const refreshed = await session.index.refresh();
        session.environment.meaning?.inIdleTime();
        return { ...refreshed, config: session.environment.config, isReconfigured };
      }),
  };
}

function listOf(given: string | readonly string[]): readonly string[] {
  return typeof given === "string" ? [given] : given;
}
