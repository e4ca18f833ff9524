/** Renders a text by its format's view. Each view has exactly one renderer. */
import type { DocumentView, Format } from "../../../document/formats/format.ts";
import { renderMarkdown } from "./render_markdown.ts";
import { renderMarkup } from "./render_markup.ts";
import { renderText } from "./render_text.ts";
import type { RenderOptions } from "./safe_html.ts";

/** Makes HTML that is safe to insert. Throws `RangeError` for a text that is nested too deeply. */
type Renderer = (text: string, options: RenderOptions, format: Format) => Promise<string>;

export const RENDERERS: Readonly<Record<DocumentView, Renderer>> = {
  markdown: renderMarkdown,
  text: (text) => Promise.resolve(renderText(text)),
  // ra writes the text that it extracts from HTML as Markdown.
  html: renderMarkdown,
  markup: renderMarkup,
};

/** Renders a text, or shows it as typed when it is nested too deeply. */
export async function renderView(format: Format, text: string, options: RenderOptions): Promise<string> {
  try {
    return await RENDERERS[format.view](text, options, format);
  } catch (error) {
    if (error instanceof RangeError) return renderText(text);
    throw error;
  }
}
