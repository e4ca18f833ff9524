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
import { createProgressLine, type ProgressLine } from "../output/terminal/progress.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { joinPath } from "../text/paths.ts";
import type { Workspace } from "../workspace.ts";
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
  const errors = createPalette(usesColor(flags.color, standardError));
  const seen = new Set<string>();
  let line: ProgressLine | undefined;
  const progress = (stages: boolean): ProgressLine =>
    createProgressLine({
      isTerminal: rewritesLines(standardError),
      get columns() {
        return standardError.columns();
      },
      isUnicode: showsUnicode(),
      palette: errors,
      write: standardError.write,
      now: monotonicMs,
    }, { stages });

  const invocation: Invocation = {
    directory,
    home: homeDirectory(),
    fs,
    palette: createPalette(usesColor(flags.color, standardOutput)),
    isTerminal: standardOutput.isTerminal,
    columns: standardOutput.columns(),
    quiet: flags.quiet === true,
    verbose: Number(flags.verbose) > 0,
    showsPrompts: Number(flags.verbose) > 1,
    trust: flags.trust === true,
    print(text) {
      line?.clear();
      standardOutput.write(text);
    },
    warn(warning) {
      const text = formatWarning(
        warning.path === undefined ? warning : { ...warning, path: shownPath(start, warning.path) },
        errors,
      );
      if (flags.quiet || seen.has(text)) return;
      seen.add(text);
      line?.clear();
      standardError.write(text);
    },
    async open({ update = true, lockTimeout, builds = false } = {}) {
      if (!builds) optimizeLate();
      void compileCore(builds ? "core" : "reader");
      const { open } = await import("../workspace.ts");
      const shown = flags.quiet ? undefined : progress(builds);
      line = shown;
      const workspace = await open(directory, {
        update,
        trust: invocation.trust,
        ...(lockTimeout === undefined ? {} : { lockTimeout: lockTimeout * 1000 }),
        onWarning: invocation.warn,
        ...(shown === undefined ? {} : {
          onProgress: shown.show,
          onWait(owner: string) {
            shown.clear();
            standardError.write(`ra: waiting for another update (${sanitizeLine(owner)})\n`);
          },
        }),
      });
      const forget = onExit(() => workspace.close());
      return {
        ...workspace,
        close() {
          forget();
          line?.clear();
          workspace.close();
        },
      };
    },
    showPath: (path) => shownPath(start, path),
  };
  return invocation;
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
