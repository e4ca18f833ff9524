/** The last gate before a page: of HTML that micromark made, only known elements with known attributes pass. */
import { escapeHtml, unescapeHtml } from "../html/html.ts";
import { type LinkOrigin, linkTarget } from "./link_target.ts";

// micromark escapes every < > & " of the text and of attributes, so that this finds its tags and nothing else.
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"|([a-z-]+)/g;

const PLAIN: ReadonlySet<string> = new Set([
  "p",
  "br",
  "hr",
  "em",
  "strong",
  "del",
  "blockquote",
  "ul",
  "li",
  "pre",
  "code",
  "thead",
  "tbody",
  "tr",
  "sup",
  "section",
]);
const FOOTNOTE_ID = /^fn(?:ref)?-/;

export interface AllowedHtmlOptions {
  readonly origin: LinkOrigin;
  /** Added to the level of each heading; none comes out above the third level, the passage's own being the second. */
  readonly shift: number;
}

/** Rewrites links, images and headings, and drops what is not known. */
export function allowedHtml(html: string, { origin, shift }: AllowedHtmlOptions): string {
  /** Ends of the open links: empty for one that leads nowhere. */
  const links: string[] = [];
  return html.replace(TAG, (_, slash: string, name: string, attributes: string) => {
    const isEnd = slash === "/";
    if (name === "a") return isEnd ? links.pop() ?? "" : opened(links, linkTag(attributesOf(attributes), origin));
    if (name === "img") return imageTag(attributesOf(attributes), origin, links.some((end) => end !== ""));
    if (name === "table") {
      return isEnd ? "</table></div>" : '<div class="table" tabindex="0" role="region" aria-label="Table"><table>';
    }
    if (/^h[1-6]$/.test(name)) return `<${slash}h${Math.min(6, Math.max(3, Number(name[1]) + shift))}>`;
    if (isEnd) return PLAIN.has(name) || name === "ol" || name === "th" || name === "td" ? `</${name}>` : "";
    const given = attributesOf(attributes);
    if (name === "ol") return `<ol${/^\d+$/.test(given.get("start") ?? "") ? ` start="${given.get("start")}"` : ""}>`;
    if (name === "th" || name === "td") {
      return `<${name}${
        /^(left|right|center)$/.test(given.get("align") ?? "") ? ` class="${given.get("align")}"` : ""
      }>`;
    }
    if (name === "input") {
      return given.has("checked")
        ? '<span class="task" role="img" aria-label="done">☑</span>'
        : '<span class="task" role="img" aria-label="to do">☐</span>';
    }
    if (name === "pre") return '<pre tabindex="0">';
    if (name === "code") return languageTag(given);
    if (name === "section") return '<section class="footnotes">';
    if (name === "li") return `<li${footnoteId(given)}>`;
    return PLAIN.has(name) ? `<${name}>` : "";
  });
}

function opened(links: string[], tag: string): string {
  links.push(tag === "" ? "" : "</a>");
  return tag;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value, bare]) => [name ?? bare ?? "", value ?? ""]));
}

function linkTag(given: ReadonlyMap<string, string>, origin: LinkOrigin): string {
  const written = unescapeHtml(given.get("href") ?? "");
  if (FOOTNOTE_ID.test(written.slice(1)) && (given.has("data-footnote-ref") || given.has("data-footnote-backref"))) {
    const spoken = given.get("aria-label");
    return `<a href="${escapeHtml(written)}"${footnoteId(given)}${
      spoken === undefined ? "" : ` aria-label="${spoken}"`
    }>`;
  }
  const target = written === "" ? undefined : linkTarget(written, origin);
  if (target === undefined) return "";
  const title = given.get("title");
  return `<a href="${escapeHtml(target.address)}"${
    target.kind === "external" ? ' class="external" rel="noreferrer noopener"' : ""
  }${title === undefined ? "" : ` title="${title}"`}>`;
}

/** From the own origin as it is; from elsewhere a link, so that reading calls nobody. */
function imageTag(given: ReadonlyMap<string, string>, origin: LinkOrigin, isInLink: boolean): string {
  const target = linkTarget(unescapeHtml(given.get("src") ?? ""), origin);
  const alt = given.get("alt") ?? "";
  if (target?.kind === "image") return `<img src="${escapeHtml(target.address)}" alt="${alt}" loading="lazy">`;
  if (target?.kind !== "external" || isInLink) return alt;
  return `<a class="external" rel="noreferrer noopener" href="${escapeHtml(target.address)}">${
    alt === "" ? "Image" : alt
  }</a>`;
}

function languageTag(given: ReadonlyMap<string, string>): string {
  const language = /^language-([\w#+.-]{1,30})$/.exec(given.get("class") ?? "")?.[1];
  return language === undefined ? "<code>" : `<code data-language="${language}">`;
}

function footnoteId(given: ReadonlyMap<string, string>): string {
  const id = unescapeHtml(given.get("id") ?? "");
  return FOOTNOTE_ID.test(id) ? ` id="${escapeHtml(id)}"` : "";
}
