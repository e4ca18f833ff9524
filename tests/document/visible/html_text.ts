/** Takes from HTML the text that a reader sees. */
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { optionalText } from "./optional.ts";

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type HtmlElement = DefaultTreeAdapterTypes.Element;

const SKIPPED = new Set(["script", "style", "template", "head", "title", "iframe", "noembed", "noframes", "object"]);
/** Elements that only some readers see. */
const OPTIONAL = new Set(["noscript", "datalist", "textarea", "audio", "video", "canvas"]);
/** Elements after whose tags the parser reads no tags. A page that gives a component such a name means no HTML. */
const RAW = new Set([
  "script",
  "style",
  "template",
  "title",
  "iframe",
  "noembed",
  "noframes",
  "textarea",
  "xmp",
  "plaintext",
]);
const BLOCKS = new Set(
  ("address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu " +
    "nav ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul audio video " +
    "canvas textarea").split(" "),
);
const INLINE = new Set(
  ("a abbr acronym area b bdi bdo big cite code data del dfn em embed font i img input ins kbd label link map mark " +
    "math meta meter nobr output path picture progress q rp rt ruby s samp slot small source span strike strong sub " +
    "sup svg time track tt u var wbr").split(" "),
);

export function htmlText(html: string): string {
  const parts: string[] = [];
  for (const node of parseFragment(withoutOpenEnds(html), { sourceCodeLocationInfo: true }).childNodes) {
    addText(node, parts);
  }
  return parts.join("");
}

/**
 * Closes `<iframe />` and components such as `<Toc />`, which HTML leaves open until the end of the page. Renames
 * components such as `<Title>`, whose names the parser would take for those of elements without tags in them.
 */
function withoutOpenEnds(html: string): string {
  return html
    .replace(/<(\/?)([A-Z][a-z]\w*)(?=[\s/>])/g, (tag, slash, name) => {
      return RAW.has(name.toLowerCase()) || name === "Image" ? `<${slash}x-${name}` : tag;
    })
    .replace(/<([A-Za-z][\w.-]*)((?:\s[^<>]*)?)\/>/g, (tag, name, rest) => {
      return isHtml(name.toLowerCase()) && !RAW.has(name) ? tag : `<${name}${rest}></${name}>`;
    });
}

function addText(node: HtmlNode, parts: string[]): void {
  if (node.nodeName === "#text" && "value" in node) parts.push(node.value);
  if (!("tagName" in node) || SKIPPED.has(node.tagName)) return;
  if (isOptional(node)) {
    const inner: string[] = [];
    node.childNodes.forEach((child) => addText(child, inner));
    parts.push(" ", optionalText(` ${inner.join("").replace(/[\uE000\uE001]/g, " ")} `), " ");
    return;
  }
  if (BLOCKS.has(node.tagName)) parts.push("\n");
  parts.push(attributeText(node), unknownName(node));
  node.childNodes.forEach((child) => addText(child, parts));
  if (BLOCKS.has(node.tagName)) parts.push("\n");
}

function isOptional(node: HtmlElement): boolean {
  return OPTIONAL.has(node.tagName) || attribute(node, "hidden") !== undefined ||
    /display:\s*none/.test(attribute(node, "style") ?? "");
}

/** The texts that stand in attributes: of pictures, and of code, where the fences put them. */
function attributeText(node: HtmlElement): string {
  if (node.tagName === "img") {
    // Obsidian sets the size of a picture at the end of its text.
    const alt = (attribute(node, "alt") ?? "").replace(/\|\d+(?:x\d+)?$/, (size) => optionalText(` ${size} `));
    return ` ${alt} `;
  }
  const caption = attribute(node, "data-caption");
  const optional = attribute(node, "data-optional");
  return (caption === undefined ? "" : ` ${caption} `) +
    (optional === undefined ? "" : optionalText(` ${optional} `));
}

/** `Vec<T>` outside code is an element to a parser, and may be a name to a program that cares for its reader. */
function unknownName(node: HtmlElement): string {
  const { tagName, attrs, sourceCodeLocation } = node;
  if (isHtml(tagName) || tagName.includes("-") || attrs.length > 0 || sourceCodeLocation?.endTag != null) return "";
  return optionalText(` ${tagName} `);
}

function isHtml(name: string): boolean {
  return INLINE.has(name) || BLOCKS.has(name);
}

function attribute(node: HtmlElement, name: string): string | undefined {
  return node.attrs.find((attribute) => attribute.name === name)?.value;
}
