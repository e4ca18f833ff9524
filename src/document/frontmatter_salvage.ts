/** Reads what can be read of YAML that as a whole is not valid. */
import { isCloser, isContinued, isKeyLine } from "./frontmatter_rule.ts";
import type { MappingAnswer } from "./plain_frontmatter.ts";

export interface Salvaged {
  readonly mapping: Readonly<Record<string, unknown>>;
  /** Why the first line that is not valid is none, and its 0-based number. */
  readonly problem: { readonly error: string; readonly line: number } | null;
}

/** A key with its value, as lines. */
interface KeyedLines {
  readonly line: number;
  readonly lines: string[];
}

/** Reads each key by itself. A value that is not valid is the text after its colon. The last of duplicate keys wins. */
export function salvage(lines: readonly string[], parse: (yaml: string) => MappingAnswer): Salvaged {
  const values = new Map<string, unknown>();
  let problem: Salvaged["problem"] = null;
  for (const unit of unitsOf(lines)) {
    const answer = parse(unit.lines.join("\n"));
    if ("mapping" in answer && answer.mapping !== null) {
      for (const [key, value] of Object.entries(answer.mapping)) values.set(key, value);
      continue;
    }
    problem ??= "error" in answer
      ? { error: answer.error, line: unit.line + answer.line }
      : { error: "no blank after the colon", line: unit.line };
    const [key, value] = asWritten(unit.lines);
    if (value !== undefined) values.set(key, value);
  }
  return { mapping: Object.fromEntries(values), problem };
}

/** Lines of code and of prose belong to none. */
function unitsOf(lines: readonly string[]): readonly KeyedLines[] {
  const units: KeyedLines[] = [];
  let open: KeyedLines | undefined;
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = /^(?:```|~~~)/.exec(line)?.[0];
    if (fence !== undefined || mark !== undefined) {
      open = undefined;
      if (fence === undefined) fence = mark;
      else if (fence === mark) fence = undefined;
    } else if (isKeyLine(line)) units.push(open = { line: at, lines: [line] });
    // YAML wants a bracket that closes deeper than its key, which writers forget.
    else if (isCloser(line)) open?.lines.push(` ${line}`);
    else if (isContinued(line) || line.trim() === "" || line.startsWith("#")) open?.lines.push(line);
    else open = undefined;
  }
  return units;
}

/** The key, and its value without YAML's signs around it. Undefined where nothing stands behind the colon. */
function asWritten([first = "", ...more]: readonly string[]): readonly [key: string, value: unknown] {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(first)?.[0];
  const spaced = quoted === undefined ? first.search(/:(?:[ \t]|$)/) : first.indexOf(":", quoted.length);
  const colon = spaced < 0 ? first.indexOf(":") : spaced;
  const key = quoted === undefined ? first.slice(0, colon).trim() : quoted.slice(1, -1);
  const written = first.slice(colon + 1).trim();
  if (key === "tags" && written.startsWith("[")) {
    return [key, written.replace(/^\[|\]$/g, "").split(",").map(unquoted).filter((tag) => tag !== "")];
  }
  if (written !== "") return [key, unquoted(written)];
  const items = more.map((line) => /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1]).filter((item) => item !== undefined);
  return [key, items.length === 0 ? undefined : items.map(unquoted)];
}

/** Without the quotation marks around it, of which one may be missing. */
function unquoted(written: string): string {
  const text = written.trim();
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const closing = text.indexOf(quote, 1);
  if (closing < 0) return text.slice(1).trim();
  return closing === text.length - 1 ? text.slice(1, -1).trim() : text;
}
