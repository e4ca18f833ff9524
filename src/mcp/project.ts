/**
 * The project that a server answers for: opened at the first call that finds a configuration, kept open, fresh at every
 * call.
 */
import { RaError, type Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { Progress } from "../store/update/progress.ts";
import { open, type Workspace } from "../workspace.ts";

export interface ProjectOptions {
  /** Absolute; configuration is looked for from here upward. */
  readonly directory: string;
  readonly home: string | undefined;
  readonly fs: FileSystem;
  /** Milliseconds to wait for another process that updates the index. */
  readonly lockTimeout?: number | undefined;
  /** Every warning, also those that no call hears. */
  warn(warning: Warning): void;
}

/** A call as the project sees it. */
export interface Call {
  /** Ends the wait for calls before this one. */
  readonly signal: AbortSignal;
  /** Hears how an update goes on while the call lasts. */
  onProgress?(progress: Progress): void;
  /** Files that the call names, absolute: warnings about them are its own. */
  readonly files?: readonly string[];
}

export interface Answer<T> {
  readonly value: T;
  /** The folder of the nearest configuration file. */
  readonly root: string;
  /** What was warned about while the call lasted. */
  readonly warnings: readonly Warning[];
}

export interface Project extends Pick<ProjectOptions, "directory" | "home" | "fs"> {
  /**
   * Hands the workspace to `work`. Throws what opening it throws: a wrong or missing configuration is looked for again
   * at the next call.
   */
  use<T>(call: Call, work: (workspace: Workspace) => Promise<T>): Promise<Answer<T>>;
  close(): void;
}

export function createProject(options: ProjectOptions): Project {
  const { directory, home, fs, lockTimeout } = options;
  const listeners = new Set<{ readonly call: Call; readonly warnings: Warning[] }>();
  let opened: Promise<Workspace> | undefined;
  let isClosed = false;

  const onWarning = (warning: Warning): void => {
    // Whether that matters is known once the call has asked again.
    if (warning.code !== "file-changed") options.warn(warning);
    for (const { call, warnings } of listeners) if (concerns(warning, call)) warnings.push(warning);
  };
  const onProgress = (progress: Progress): void => {
    for (const { call } of listeners) call.onProgress?.(progress);
  };

  async function openOnce(): Promise<Workspace> {
    if (isClosed) throw new RaError("interrupted", "the server is shutting down");
    opened ??= open(directory, {
      home: home ?? null,
      fs,
      reload: true,
      onWarning,
      onProgress,
      ...(lockTimeout === undefined ? {} : { lockTimeout }),
    });
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error instanceof RaError && error.code === "config-missing" ? missing(directory, home) : error;
    }
  }

  return {
    directory,
    home,
    fs,
    async use(call, work) {
      const listener = { call, warnings: [] as Warning[] };
      listeners.add(listener);
      try {
        const workspace = await openOnce();
        const value = await work(workspace);
        return { value, root: workspace.config.root, warnings: listener.warnings };
      } finally {
        listeners.delete(listener);
      }
    },
    close() {
      isClosed = true;
      void opened?.then((workspace) => workspace.close(), () => {});
    },
  };
}

const ABOUT_ASKED_FILES: ReadonlySet<string> = new Set(["unknown-file", "not-text"]);

/** What is said of a file that another client named is nobody else's business. */
function concerns({ code, path }: Warning, { files = [] }: Call): boolean {
  return !ABOUT_ASKED_FILES.has(code) || (path !== undefined && files.includes(path));
}

/**
 * A client that starts its servers in `/` or in the home folder has to be told where the project is, not to index
 * everything there.
 */
function missing(directory: string, home: string | undefined): RaError {
  if (directory === "/" || /^[A-Za-z]:\/?$/.test(directory) || directory === home) {
    return new RaError("config-missing", `ra was started in ${directory}, which is not a project`, {
      hint: 'let the client start it in the project\'s folder ("cwd"), or name that: ra mcp -C /path/to/project',
    });
  }
  return new RaError("config-missing", `no .ra.toml in ${directory}, in a folder above, or in the home folder`, {
    hint:
      `ask the user to run \`ra init\` in ${directory}, which writes one; then call again, there is no need to restart`,
  });
}
