/**
 * The project that a server answers for. It opens at the first call that finds a configuration, stays open, and is
 * refreshed at every call.
 */
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Progress } from "../../store/update/progress.ts";
import { quotedName } from "./quoting.ts";
import type { Call as ServiceCall } from "../threads/call.ts";
import { open, type Workspace } from "../../workspace.ts";

export interface ProjectOptions {
  /** Absolute. The search for a configuration starts here and goes upward. */
  readonly directory: string;
  readonly home: string | undefined;
  readonly fs: FileSystem;
  /** Whether the configuration may do what needs `ra trust`. */
  readonly trust?: boolean;
  /** How many milliseconds to wait while another process updates the index. */
  readonly lockTimeout?: number | undefined;
  /** How many milliseconds one answer may take. */
  readonly timeLimit?: number | undefined;
  /** Receives every warning, including those that no call receives. */
  warn(warning: Warning): void;
}

/** The parts of a call that the project needs. */
export interface ProjectCall extends ServiceCall {
  /** The absolute paths that the call names. Only this call receives warnings about them. */
  readonly files?: readonly string[];
}

export interface ProjectAnswer<T> {
  readonly value: T;
  /** The folder of the nearest configuration file. */
  readonly root: string;
  /** The warnings during the call. */
  readonly warnings: readonly Warning[];
}

export interface Project extends Pick<ProjectOptions, "directory" | "home" | "fs"> {
  /**
   * Gives the workspace to `work`. Throws what opening the workspace throws. After an error, the next call looks for
   * the configuration again.
   */
  use<T>(call: ProjectCall, work: (workspace: Workspace) => Promise<T>): Promise<ProjectAnswer<T>>;
  close(): void;
}

export function createProject(options: ProjectOptions): Project {
  const { directory, home, fs, trust = false, lockTimeout, timeLimit } = options;
  const listeners = new Set<{ readonly call: ProjectCall; readonly warnings: Warning[] }>();
  let opened: Promise<Workspace> | undefined;
  let isClosed = false;

  const onWarning = (warning: Warning): void => {
    // Whether this matters is known only after the call has asked again.
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
      trust,
      reload: true,
      onWarning,
      onProgress,
      lockTimeout,
      timeLimit,
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

/** A client must not see warnings about files that another client named. */
function concerns({ code, path }: Warning, { files = [] }: ProjectCall): boolean {
  return !ABOUT_ASKED_FILES.has(code) || (path !== undefined && files.includes(path));
}

/**
 * A client that starts its servers in `/` or in the home folder has to say where the project is. ra must not index
 * everything there.
 */
function missing(directory: string, home: string | undefined): RaError {
  const shown = quotedName(directory);
  if (directory === "/" || /^[A-Za-z]:\/?$/.test(directory) || directory === home) {
    return new RaError("config-missing", `ra was started in ${shown}, which is not a project`, {
      hint: 'let the client start it in the project\'s folder ("cwd"), or name the folder: ra mcp -C /path/to/project',
    });
  }
  return new RaError("config-missing", `no .ra.toml in ${shown}, in a folder above, or in the home folder`, {
    hint: `ask the user to run \`ra init\` in ${shown}, which writes one. Then call again; you do not have to restart`,
  });
}
