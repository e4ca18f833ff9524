/** The part of a file that ra generates, between two markers. Everything around it belongs to people. */
import { RaError } from "../errors.ts";
import { hashBytes } from "../host/hash.ts";

const BEGIN = /^<!-- ra:begin(?: ([0-9a-f]{16}))?(?: [^\r\n]*)?-->[ \t]*$/;
const END = /^<!-- ra:end -->[ \t]*$/;
const NOTE = "(written by `ra agents`; change .agents.md instead, or write around this part)";

/** A generated part as found in a text. */
export interface MarkedPart {
  /** Position in characters, markers included. */
  readonly start: number;
  readonly end: number;
  /** The text between the markers, with `\n` at the end of every line. */
  readonly content: string;
  /**
   * Whether someone changed it after ra wrote it. An empty part without a hash only marks the place, so it is not
   * edited.
   */
  readonly edited: boolean;
}

/**
 * Finds the generated part of a text. Returns undefined if there is none. Throws `agents-markers`, with path and line,
 * if there is a marker too many or one without its partner.
 */
export function findMarkedPart(text: string, path: string): MarkedPart | undefined {
  const markers: {
    readonly kind: "begin" | "end";
    readonly hash: string | undefined;
    readonly line: number;
    readonly start: number;
    readonly end: number;
  }[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (const [index, whole] of text.slice(at).split("\n").entries()) {
    const line = whole.replace(/\r$/, "");
    const begin = BEGIN.exec(line);
    if (begin !== null || END.test(line)) {
      markers.push({
        kind: begin === null ? "end" : "begin",
        hash: begin?.[1],
        line: index + 1,
        start: at,
        end: at + line.length,
      });
    }
    at += whole.length + 1;
  }
  const [begin, end, spare] = markers;
  if (begin === undefined) return undefined;
  if (begin.kind === "end") throw wrong("there is an end marker without a begin marker before it", begin.line);
  if (end === undefined) throw wrong("the begin marker has no end marker", begin.line);
  if (end.kind === "begin") throw wrong("there is a second begin marker", end.line);
  if (spare !== undefined) throw wrong(`there is a second ${spare.kind} marker`, spare.line);
  const content = text.slice(begin.end, end.start).replaceAll("\r\n", "\n").replace(/^[ \t]*\n/, "");
  const edited = begin.hash === undefined ? content.trim() !== "" : begin.hash !== hashOf(content);
  return { start: begin.start, end: end.end, content, edited };

  function wrong(what: string, line: number): RaError {
    const hint = "keep one `<!-- ra:begin -->` with one `<!-- ra:end -->` below it, or remove all markers";
    return new RaError("agents-markers", `${what}; nothing was written`, { path, line, hint });
  }
}

/** Whether a text holds a line that would be read as a marker. */
export function hasMarker(text: string): boolean {
  return text.split(/\r?\n/).some((line) => BEGIN.test(line) || END.test(line));
}

/**
 * Puts content between markers. The first marker holds its hash. `content` ends with a newline; the result does not.
 */
export function markPart(content: string): string {
  return `<!-- ra:begin ${hashOf(content)} ${NOTE} -->\n${content}<!-- ra:end -->`;
}

/** Replaces the generated part, or adds one at the end. Keeps the line ends of the text. */
export function replacePart(text: string, part: MarkedPart | undefined, content: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const marked = markPart(content).replaceAll("\n", newline);
  if (part !== undefined) return text.slice(0, part.start) + marked + text.slice(part.end);
  const blank = text === "" || text === "\uFEFF" || text.endsWith(newline + newline);
  const gap = blank ? "" : text.endsWith("\n") ? newline : newline + newline;
  return `${text}${gap}${marked}${newline}`;
}

function hashOf(content: string): string {
  return hashBytes(new TextEncoder().encode(content)).slice(0, 16);
}
