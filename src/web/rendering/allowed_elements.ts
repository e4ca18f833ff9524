/** The last gate before a page: of a document's tree, only these elements with these attributes pass. */
import { sanitize, type Schema } from "hast-util-sanitize";

/** Elements that stand as they are. Others go, and what they hold stays. */
export const ALLOWED_NAMES: readonly string[] = (
  "a abbr b bdi blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h3 h4 h5 h6 hr i img " +
  "ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th " +
  "thead time tr u ul var wbr"
).split(" ");

const CELL: readonly ["className", ...string[]] = ["className", "left", "right", "center"];
const SMALL_NUMBER = /^\d{1,4}$/;

/**
 * What may stand in an attribute, by element. Nothing here names an element of the page but footnotes, so a document
 * cannot pass for a part of the page; `style` and events are not listed, so they go.
 */
const SCHEMA: Schema = {
  tagNames: [...ALLOWED_NAMES],
  attributes: {
    a: ["href", "title", "ariaLabel", ["className", "external"], ["rel", "noreferrer", "noopener"], ["id", /^fnref-/]],
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

/** The tree without anything that is not allowed. */
export function allowedTree(tree: Parameters<typeof sanitize>[0]): ReturnType<typeof sanitize> {
  return sanitize(tree, SCHEMA);
}
