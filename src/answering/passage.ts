/** What an answer may cite. */
import type { Citation } from "../shapes/answering.ts";
import type { SearchResult } from "../shapes/search.ts";

/** A passage as the model sees it. Numbers begin at 1, in the order of rank. */
export interface NumberedPassage extends Citation {
  readonly text: string;
}

/** A passage as a search found it. `source_id` is that of its tree where no source brought it in. */
export interface ScoredPassage extends Omit<NumberedPassage, "number"> {
  readonly score: number;
}

/** A result of a search, or a row of a generation. */
type PassageRow = Omit<SearchResult, "url"> & { readonly url?: string | null };

/** A line that says where a page of a converted document begins or ends, as converters write it. */
const PAGE_MARK =
  /^[ \t]*<!--[ \t]*(?:end|start|begin)?[ \t]*(?:page|slide|sheet)[ \t_-]?(?:break|number|start|end)?[ \t]*[:=]?[ \t]*["']?[\divxlc]*["']?(?:[ \t]*(?:of|\/)[ \t]*\d+)?[ \t]*-->[ \t\r]*$/i;

/** Undefined where there is no text: the file has changed since it was indexed, or it holds marks of pages alone. */
export function passageOf(result: PassageRow): ScoredPassage | undefined {
  const { id, tree, path, title, content, source, source_id = tree, url, score = 0 } = result;
  if (content === undefined) return undefined;
  const own = withoutPageMarks(content, result);
  if (own.text.trim() === "") return undefined;
  const page = source?.unit === "page" ? source.first : null;
  return { id, source_id, path, ...own, page, url: url ?? null, title, score };
}

type CitedText = Pick<ScoredPassage, "text" | "start_line" | "end_line">;

/** The lines that a citation names lie between the marks at the ends. */
function withoutPageMarks(content: string, { start_line, end_line }: Omit<CitedText, "text">): CitedText {
  const lines = content.split("\n");
  const kept = lines.filter((line) => !PAGE_MARK.test(line));
  const text = kept.join("\n").replaceAll("\f", "");
  if (kept.length === lines.length) return { text, start_line, end_line };
  const isText = lines.map((line) => line.trim() !== "" && !PAGE_MARK.test(line));
  const [before, after] = [isText.indexOf(true), lines.length - 1 - isText.lastIndexOf(true)];
  const first = start_line + (PAGE_MARK.test(lines.find((line) => line.trim() !== "") ?? "") ? before : 0);
  const isMarkLast = PAGE_MARK.test(lines.findLast((line) => line.trim() !== "") ?? "");
  return { text, start_line: first, end_line: Math.max(first, end_line - (isMarkLast ? after : 0)) };
}
