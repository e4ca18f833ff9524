/** Renders a text by its format's view. Each view has exactly one renderer. */
import type { DocumentView, Format } from "../../../document/formats/format.ts";
import { readerOf } from "../../../document/formats/read_file.ts";
import { isSourceName } from "../../../text/source_names.ts";
import { renderMarkdown } from "./render_markdown.ts";
import { renderFound, renderMarkup } from "./render_markup.ts";
import { renderText } from "./render_text.ts";
import type { RenderOptions } from "./safe_html.ts";

/** Makes HTML that is safe to insert. Throws `RangeError` for a text that is nested too deeply. */
type Renderer = (text: string, options: RenderOptions, format: Format) => Promise<string>;

export const RENDERERS: Readonly<Record<DocumentView, Renderer>> = {
  markdown: renderMarkdown,
  text: renderPlainText,
  // ra writes the text that it extracts from HTML as Markdown.
  html: renderMarkdown,
  markup: renderMarkup,
};

/** A text without headings is shown as typed. Of a document, only the whole tells them from lists. */
async function renderPlainText(text: string, options: RenderOptions, format: Format): Promise<string> {
  const isPart = options.title === undefined;
  if (isSourceName(options.origin.file)) return renderText(text);
  const found = (await readerOf(format)).markup?.(text, isPart);
  return found === undefined || found.headings.length === 0 ? renderText(text) : await renderFound(found, options);
}

/** Renders a text, or shows it as typed when it is nested too deeply. */
export async function renderView(format: Format, text: string, options: RenderOptions): Promise<string> {
  try {
    return await RENDERERS[format.view](text, options, format);
  } catch (error) {
    if (error instanceof RangeError) return renderText(text);
    throw error;
  }
}
