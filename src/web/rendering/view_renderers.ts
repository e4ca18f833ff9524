/** One renderer for each view that a document format may name. */
import type { View } from "../../document/formats/format.ts";
import { renderMarkdown } from "./render_markdown.ts";
import { renderText } from "./render_text.ts";
import type { RenderOptions } from "./safe_html.ts";

/** Makes HTML that is safe to insert. Throws `RangeError` for a text that is nested too deeply. */
type Renderer = (text: string, options: RenderOptions) => Promise<string>;

export const RENDERERS: Readonly<Record<View, Renderer>> = {
  markdown: renderMarkdown,
  text: (text) => Promise.resolve(renderText(text)),
  // What is extracted from a page is written as Markdown.
  html: renderMarkdown,
};

/** A text that is nested too deeply is shown as it was typed. */
export async function renderView(view: View, text: string, options: RenderOptions): Promise<string> {
  try {
    return await RENDERERS[view](text, options);
  } catch (error) {
    if (error instanceof RangeError) return renderText(text);
    throw error;
  }
}
