/**
 * Templates of HTML that escape the values in them: `hono/html` with types, on the server and in the browser. The tag
 * is not called `html`, because formatters add line breaks to `html` templates, and those would be on the page.
 */
import { html, raw } from "hono/html";

/** HTML that is safe to insert. */
export interface Markup {
  readonly isEscaped: true;
  toString(): string;
}

/**
 * Text is escaped, and markup stays as it is. A list becomes its items in a row. `false` and `undefined` become
 * nothing.
 */
type Value = Markup | string | number | false | undefined | readonly Value[];

/** Tags a template: markup`<b>${text}</b>`. */
export function markup(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const made = html(template, ...values);
  if (made instanceof Promise) throw new TypeError("a template of the page holds a promise");
  return made;
}

export const NO_MARKUP: Markup = raw("");

/** Takes HTML as safe. Use it only for what `rendering/` made. */
export function safeMarkup(html: string): Markup {
  return raw(html);
}
