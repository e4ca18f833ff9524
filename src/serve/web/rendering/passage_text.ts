/** The text of a passage as the page shows it. */
import { type Format, NO_OCR } from "../../../document/formats/format.ts";
import { readFile } from "../../../document/formats/read_file.ts";
import { readFrontmatter } from "../../../document/frontmatter.ts";
import { formatOf, type FormatRules } from "../../../document/formats/registry.ts";
import type { SearchResult } from "../../../shapes/search.ts";
import { loadReadingEngine } from "../../../store/engine/load_reading.ts";
import { cutAtLimit } from "../../../text/cut.ts";
import type { LinkOrigin } from "./link_target.ts";
import { renderView } from "./view_renderers.ts";

/** The most characters to render, for about 0.2 s. More would keep the server from answering others. */
const MAX_TEXT_LENGTH = 60_000;

export interface PassageText {
  readonly html: string;
  /** How many bytes of the passage were left out because it is too long. */
  readonly left_out?: number;
}

/**
 * Renders a passage, up to so many characters, as its format requires. Leaves out frontmatter and a first heading that
 * repeats the title.
 */
export async function passageText(
  result: SearchResult,
  origin: LinkOrigin,
  tree: FormatRules | undefined,
  most = MAX_TEXT_LENGTH,
): Promise<PassageText> {
  const { content } = result;
  if (content === undefined) return { html: '<p class="note">The file is changing; try again in a moment.</p>' };
  const format = formatOf(result.path, tree);
  const isDocument = result.parent_id === null;
  const written = format.view === "markdown" && isDocument ? withoutFrontmatter(content) : content;
  const [text, rest] = cutAtLimit(await withoutScript(written, result.path, format), most);
  const defined = result.definitions === undefined ? text : `${result.definitions.join("\n")}\n\n${text}`;
  const html = await renderView(format, defined, {
    origin,
    shift: isDocument ? 1 : 2 - result.depth,
    title: isDocument ? result.title : undefined,
  });
  return rest === "" ? { html } : { html, left_out: new TextEncoder().encode(rest).length };
}

function withoutFrontmatter(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const { range } = readFrontmatter(bytes, 0);
  return range === null ? text : new TextDecoder().decode(bytes.subarray(range.end));
}

/** Leaves out JavaScript, such as the imports and tags of MDX. Line ends stay. */
async function withoutScript(text: string, path: string, format: Format): Promise<string> {
  const { dialect } = format;
  if (dialect !== "mdx") return text;
  const bytes = new TextEncoder().encode(text);
  const { textStart } = await readFile(bytes, path, NO_OCR, format);
  const hidden = (await (await loadReadingEngine()).whole()).scriptRanges(bytes, textStart, dialect);
  const decoder = new TextDecoder();
  let shown = "";
  let at = 0;
  for (let i = 0; i < hidden.length; i += 2) {
    const [start, end] = [hidden[i]!, hidden[i + 1]!];
    shown += decoder.decode(bytes.subarray(at, start));
    shown += decoder.decode(bytes.subarray(start, end)).replace(/[^\n]/g, "");
    at = end;
  }
  return shown + decoder.decode(bytes.subarray(at));
}
