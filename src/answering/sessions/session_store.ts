/** Named conversations, a file of JSON lines each: questions, answers, and the ids of what was cited. */
import { RaError, type Warning } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { SessionSummary, SessionTurn } from "../../shapes/answering.ts";
import { nearest } from "../../text/nearest.ts";
import { joinPath } from "../../text/paths.ts";
import { turnsIn } from "./session_turns.ts";

export interface SessionStore {
  /** By name. Warns of those that cannot be read, and leaves them out. */
  list(warn: (warning: Warning) => void): readonly SessionSummary[];
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
/** Of a session: some thousand turns. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of the sessions that cannot be read. */
const MAX_NAMED = 5;

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
    const bytes = fs.readFile(pathOf(name), { most: MAX_BYTES, noLink: true, oneName: true });
    return bytes === undefined ? undefined : turnsIn(bytes);
  };
  const unknown = (name: string): RaError => {
    const near = nearest(name, names());
    return new RaError("unknown-session", `there is no session ${name}`, {
      hint: near.length === 0 ? "`ra rag sessions list` lists them" : `nearest: ${near.join("  ")}`,
    });
  };
  return {
    require(name) {
      const turns = read(name);
      if (turns === undefined) throw unknown(name);
      return turns;
    },
    turns: (name) => read(name) ?? [],
    list(warn) {
      const unread: string[] = [];
      const found = names().flatMap((name): readonly SessionSummary[] => {
        try {
          const turns = read(name) ?? [];
          return [{ name, turns: turns.length, last: turns.at(-1)?.at ?? null }];
        } catch (error) {
          if (!(error instanceof RaError)) throw error;
          unread.push(error.message);
          return [];
        }
      });
      if (unread.length > 0) warn({ code: "io", message: unreadMessage(unread) });
      return found;
    },
    add(name, turn) {
      const path = pathOf(name);
      fs.makeDirectory(folder, { isPrivate: true });
      fs.appendLine(path, JSON.stringify({ at: new Date(nowMs()).toISOString(), ...turn }));
    },
    delete(name) {
      const path = pathOf(name);
      if (fs.kindOf(path) === undefined) throw unknown(name);
      fs.removeFile(path);
    },
  };
}

function unreadMessage(reasons: readonly string[]): string {
  const more = reasons.length - MAX_NAMED;
  return `${reasons.slice(0, MAX_NAMED).join("; ")}${more > 0 ? `; and ${more} more sessions cannot be read` : ""}`;
}
