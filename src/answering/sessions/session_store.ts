/** Named conversations, a file of JSON lines each: questions, answers, and the ids of what was cited. */
import { RaError } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { nearest } from "../../text/nearest.ts";
import { joinPath } from "../../text/paths.ts";

interface SessionTurn {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly question: string;
  readonly answer: string;
  /** The ids of the cited passages. */
  readonly citations: readonly string[];
  readonly finish: string;
}

interface SessionSummary {
  readonly name: string;
  readonly turns: number;
  /** When the last turn was; null without a turn. */
  readonly last: string | null;
}

export interface SessionStore {
  list(): readonly SessionSummary[];
  /** Oldest first; empty for a session that does not exist yet. */
  turns(name: string): readonly SessionTurn[];
  /** Like {@link turns}. Throws `unknown-session`. */
  require(name: string): readonly SessionTurn[];
  add(name: string, turn: Omit<SessionTurn, "at">): void;
  /** Throws `unknown-session`. */
  delete(name: string): void;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const EXTENSION = ".jsonl";
const MOST_BYTES = 256 * 1024 * 1024;

/** Throws `usage` for a name that could not be that of a file, and `io`. */
export function openSessions(fs: FileSystem, folder: string): SessionStore {
  const pathOf = (name: string): string => {
    if (NAME.test(name)) return joinPath(folder, `${name}${EXTENSION}`);
    throw new RaError("usage", `${JSON.stringify(name)} cannot be the name of a session`, {
      hint: "use letters, digits, `_`, `.` and `-`",
    });
  };
  const names = (): readonly string[] =>
    fs.stat(folder)?.kind !== "directory" ? [] : fs.readDirectory(folder)
      .flatMap(({ name }) => (name.endsWith(EXTENSION) ? [name.slice(0, -EXTENSION.length)] : []))
      .filter((name) => NAME.test(name)).sort();
  const read = (name: string): readonly SessionTurn[] | undefined => {
    const bytes = fs.readFile(pathOf(name), { most: MOST_BYTES, noLink: true });
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes).split("\n").flatMap(turnOf);
  };
  const require = (name: string): readonly SessionTurn[] => {
    const turns = read(name);
    if (turns !== undefined) return turns;
    const near = nearest(name, names());
    throw new RaError("unknown-session", `there is no session ${name}`, {
      hint: near.length === 0 ? "`ra rag sessions list` lists them" : `nearest: ${near.join("  ")}`,
    });
  };
  return {
    require,
    turns: (name) => read(name) ?? [],
    list: () =>
      names().map((name) => {
        const turns = read(name) ?? [];
        return { name, turns: turns.length, last: turns.at(-1)?.at ?? null };
      }),
    add(name, turn) {
      const path = pathOf(name);
      fs.makeDirectory(folder, { isPrivate: true });
      fs.appendLine(path, JSON.stringify({ at: new Date(nowMs()).toISOString(), ...turn }));
    },
    delete(name) {
      require(name);
      fs.removeFile(pathOf(name));
    },
  };
}

/** Nothing for a line that a killed writer left half, and for one that is no turn. */
function turnOf(line: string): readonly SessionTurn[] {
  if (line.trim() === "") return [];
  try {
    const { at, question, answer, citations, finish } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (typeof question !== "string" || typeof answer !== "string") return [];
    return [{
      at: typeof at === "string" ? at : "",
      question,
      answer,
      citations: Array.isArray(citations) ? citations.map(String) : [],
      finish: typeof finish === "string" ? finish : "stop",
    }];
  } catch {
    return [];
  }
}
