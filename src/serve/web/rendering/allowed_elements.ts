/** The last check before the page: only these elements with these attributes pass. */
import { sanitize, type Schema } from "hast-util-sanitize";

/** Allowed elements. Other elements are removed, and their content stays. */
export const ALLOWED_NAMES: readonly string[] = (
  "a abbr b bdi blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h3 h4 h5 h6 hr i img " +
  "ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th " +
  "thead time tr u ul var wbr"
).split(" ");

const CELL: readonly ["className", ...string[]] = ["className", "left", "right", "center"];
const SMALL_NUMBER = /^\d{1,4}$/;

/**
 * The allowed attributes of each element and their values. Styles and event handlers are not here, and the only ids
 * are those of footnotes, so a document can neither run code nor pass for a part of the page.
 */
const SCHEMA: Schema = {
  tagNames: [...ALLOWED_NAMES],
  attributes: {
    a: ["href", "title", "ariaLabel", ["className", "external"], ["rel", "noreferrer", "noopener"], ["id", /^fnref-/]],
    blockquote: [["className", "taken"]],
    code: [["className", /^[a-z0-9]+$/]],
    details: ["open"],
    div: [["className", "table"], ["tabIndex", 0], ["role", "region"], ["ariaLabel", "Table"]],
    img: [["src", /^\/image\//], "alt", ["loading", "lazy"], ["width", SMALL_NUMBER], ["height", SMALL_NUMBER]],
    li: [["id", /^fn-/]],
    ol: [["start", SMALL_NUMBER]],
    pre: [["tabIndex", 0]],
    section: [["className", "footnotes"]],
    span: [["className", "task", /^(?:hljs-[a-z_-]+|[a-z]+_+|language-[a-z]+)$/], ["role", "img"], "ariaLabel"],
    td: [[...CELL], ["colSpan", SMALL_NUMBER], ["rowSpan", SMALL_NUMBER]],
    th: [[...CELL], ["colSpan", SMALL_NUMBER], ["rowSpan", SMALL_NUMBER]],
  },
  protocols: { href: ["http", "https", "mailto"] },
  strip: ["script", "style", "template", "iframe", "noembed", "noframes", "noscript"],
  clobberPrefix: "",
};

/** Removes everything that is not allowed. */
export function allowedTree(tree: Parameters<typeof sanitize>[0]): ReturnType<typeof sanitize> {
  return sanitize(tree, SCHEMA);
}
