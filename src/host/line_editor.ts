/** Reads lines that a user types, with the keys of a shell and the lines before; or lines of a pipe. */
import process from "node:process";
import { createInterface, type Interface } from "node:readline";
import { inputIsTerminal } from "./standard_streams.ts";

export interface LineEditor {
  /** The next line; undefined at the end of the input, and after Ctrl-C on an empty line. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
}

const MAX_LINES = 500;

/** The prompt and the line are shown on stderr. */
export function openLineEditor(): LineEditor {
  return inputIsTerminal() ? editTyped() : readPiped();
}

/** The terminal is taken only while a line is typed, so that Ctrl-C is a signal otherwise. */
function editTyped(): LineEditor {
  let history: string[] = [];
  return {
    ask: (prompt) =>
      new Promise((resolve) => {
        const lines = createInterface({
          input: process.stdin,
          output: process.stderr,
          terminal: true,
          history: [...history],
          historySize: MAX_LINES,
          removeHistoryDuplicates: true,
        });
        let typed: string | undefined;
        lines.on("SIGINT", () => {
          if (lines.line === "") return lines.close();
          lines.write(null, { ctrl: true, name: "e" });
          lines.write(null, { ctrl: true, name: "u" });
        });
        lines.on("history", (kept: readonly string[]) => history = [...kept]);
        lines.once("close", () => resolve(typed));
        lines.question(prompt, (line) => {
          typed = line;
          lines.close();
        });
      }),
    close() {},
  };
}

function readPiped(): LineEditor {
  let lines: AsyncIterator<string> | undefined;
  let open: Interface | undefined;
  return {
    async ask() {
      open ??= createInterface({ input: process.stdin });
      lines ??= open[Symbol.asyncIterator]();
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
    close: () => open?.close(),
  };
}
