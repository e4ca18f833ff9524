/** The part of a file that ra generated, between two markers; everything around it belongs to people. */
import { RaError } from "../errors.ts";
import { hashBytes } from "../host/hash.ts";

const BEGIN = /^<!-- ra:begin(?: ([0-9a-f]{16}))?(?: [^\r\n]*)?-->[ \t]*$/;
const END = /^<!-- ra:end -->[ \t]*$/;
const NOTE = "(written by `ra agents`; change .agents.md instead, or write around this part)";

/** A generated part as it stands in a text. */
export interface MarkedPart {
  /** Characters of the text, markers included. */
  readonly start: number;
  readonly end: number;
  /** What lies between the markers, with `\n` at the end of every line. */
  readonly content: string;
  /**
   * Whether it is another than the one that was written. An empty part without a hash marks a place, and was written by
   * nobody.
   */
  readonly edited: boolean;
}

/**
 * The generated part of a text; undefined when it has none. Throws `agents-markers` (with path and line) for a marker
 * too many or one without its partner.
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
    const hint = "leave one `<!-- ra:begin -->` with one `<!-- ra:end -->` below it, or remove them all";
    return new RaError("agents-markers", `${what}; nothing was written`, { path, line, hint });
  }
}

/** Whether a text holds a line that would be read as a marker. */
export function hasMarker(text: string): boolean {
  return text.split(/\r?\n/).some((line) => BEGIN.test(line) || END.test(line));
}

/** Content between markers, the first of which holds its hash; no newline at the end. `content` ends with a newline. */
export function markPart(content: string): string {
  return `<!-- ra:begin ${hashOf(content)} ${NOTE} -->\n${content}<!-- ra:end -->`;
}

/** The text with its generated part replaced, or with one added at its end, in the text's own line ends. */
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
