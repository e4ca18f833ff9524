/** What every command receives: where it runs, how it prints, how it opens the workspace. */
import { compileCore } from "../store/engine/compile_core.ts";
import { RaError, type Warning } from "../errors.ts";
import { monotonicMs } from "../host/clock.ts";
import type { FileSystem } from "../host/file_system.ts";
import { createDiskFileSystem } from "../host/disk_file_system.ts";
import { optimizeLate } from "../host/optimize_late.ts";
import { homeDirectory, onExit, workingDirectory } from "../host/process.ts";
import { standardError, standardOutput } from "../host/standard_streams.ts";
import { rewritesLines, showsUnicode, usesColor } from "../host/terminal.ts";
import { createPalette, type Palette } from "../output/terminal/color.ts";
import { formatWarning } from "../output/text/diagnostic_text.ts";
import { createProgressLine, type UpdateProgress } from "../output/terminal/progress.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { joinPath } from "../text/paths.ts";
import type { OpenOptions, Workspace } from "../workspace.ts";
import { shownPath } from "./shown_path.ts";

/** Options that every command takes. */
export interface GlobalFlags {
  /** `-C`: the folder to run in. */
  readonly C?: string | undefined;
  readonly color: "auto" | "always" | "never";
  readonly quiet?: true | undefined;
  /** How often it was given. */
  readonly verbose: number | true;
  readonly trust?: true | undefined;
}

/** How a command opens its workspace. */
export interface OpenFlags {
  /** False with `--no-update`. */
  readonly update?: boolean;
  /** Seconds. */
  readonly lockTimeout?: number | undefined;
  /**
   * For a command that builds the index. It prints a line for each stage if stderr is not a terminal, and has the core
   * optimised early.
   */
  readonly builds?: boolean;
}

export interface Invocation {
  /** Absolute. */
  readonly directory: string;
  readonly home: string | undefined;
  readonly fs: FileSystem;
  /** For stdout. */
  readonly palette: Palette;
  /** Whether stdout is a terminal, where people read. */
  readonly isTerminal: boolean;
  /** Width of stdout in characters. */
  readonly columns: number;
  /** Height of stdout in lines. */
  readonly rows: number;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `-vv`: prompts are shown too. */
  readonly showsPrompts: boolean;
  /** `--trust`: configuration files may do what needs `ra trust`. */
  readonly trust: boolean;
  /** Writes to stdout. Called once, when the whole answer is known, so that an error leaves stdout empty. */
  print(text: string): void;
  warn(warning: Warning): void;
  /** Opens the workspace for a command that ends with its answer. A server opens its own. */
  open(flags?: OpenFlags): Promise<Workspace>;
  /** Shows a path as the user would type it: relative if that is shorter. */
  showPath(path: string): string;
  /** The absolute folder that the command was called in, which `-C` does not change. */
  readonly start: string;
}

/** Throws `usage` if `-C` does not name a directory. */
export function createInvocation(flags: GlobalFlags): Invocation {
  const fs = createDiskFileSystem();
  const start = workingDirectory();
  const directory = joinPath(start, flags.C ?? ".");
  if (flags.C !== undefined && fs.stat(directory)?.kind !== "directory") {
    throw new RaError("usage", `cannot run in ${flags.C}: there is no such directory`, {
      hint: "-C takes the folder to run in",
    });
  }
  const terminal = new Terminal(start, flags);
  const trust = flags.trust === true;
  return {
    directory,
    home: homeDirectory(),
    fs,
    palette: createPalette(usesColor(flags.color, standardOutput)),
    isTerminal: standardOutput.isTerminal,
    columns: standardOutput.columns(),
    rows: standardOutput.rows(),
    quiet: flags.quiet === true,
    verbose: Number(flags.verbose) > 0,
    showsPrompts: Number(flags.verbose) > 1,
    trust,
    print: (text) => terminal.print(text),
    warn: (warning) => terminal.warn(warning),
    async open({ update = true, lockTimeout, builds = false } = {}) {
      if (!builds) optimizeLate();
      void compileCore(builds ? "core" : "reader");
      const { open } = await import("../workspace.ts");
      const workspace = await open(directory, {
        update,
        trust,
        lockTimeout: lockTimeout === undefined ? undefined : lockTimeout * 1000,
        onWarning: (warning) => terminal.warn(warning),
        ...terminal.showProgress(builds),
      });
      const forget = onExit(() => workspace.close());
      return {
        ...workspace,
        close() {
          forget();
          terminal.clearProgress();
          workspace.close();
        },
      };
    },
    start,
    showPath: (path) => shownPath(start, path),
  };
}

/** Where a command prints. The line of progress on stderr goes before anything else is printed. */
class Terminal {
  readonly #start: string;
  readonly #isQuiet: boolean;
  readonly #errors: Palette;
  /** The warnings that were printed. */
  readonly #seen = new Set<string>();
  #line: UpdateProgress | undefined;

  constructor(start: string, { color, quiet }: GlobalFlags) {
    this.#start = start;
    this.#isQuiet = quiet === true;
    this.#errors = createPalette(usesColor(color, standardError));
  }

  print(text: string): void {
    this.clearProgress();
    standardOutput.write(text);
  }

  warn(warning: Warning): void {
    const shown = warning.path === undefined ? warning : { ...warning, path: shownPath(this.#start, warning.path) };
    const text = formatWarning(shown, this.#errors);
    if (this.#isQuiet || this.#seen.has(text)) return;
    this.#seen.add(text);
    this.clearProgress();
    standardError.write(text);
  }

  clearProgress(): void {
    this.#line?.clear();
  }

  /** Options of a workspace that show its progress. With `stages`, each stage has a line where nothing is rewritten. */
  showProgress(stages: boolean): Pick<OpenOptions, "onProgress" | "onWait"> {
    if (this.#isQuiet) return {};
    const line = createProgressLine({
      isTerminal: rewritesLines(standardError),
      get columns() {
        return standardError.columns();
      },
      isUnicode: showsUnicode(),
      palette: this.#errors,
      write: standardError.write,
      now: monotonicMs,
    }, { stages });
    this.#line = line;
    return {
      onProgress: line.show,
      onWait(owner) {
        line.clear();
        standardError.write(`ra: waiting for another update (${sanitizeLine(owner)})\n`);
      },
    };
  }
}

/** Opens the workspace, runs the work, and closes the workspace even if the work fails. */
export async function withWorkspace<T>(
  invocation: Invocation,
  flags: OpenFlags,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await invocation.open(flags);
  try {
    return await work(workspace);
  } finally {
    workspace.close();
  }
}
