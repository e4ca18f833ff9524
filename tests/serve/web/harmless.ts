/** Checks whether HTML is harmless, as a browser would read it, with an allow-list of the tests' own. */
import assert from "node:assert/strict";
import { raw } from "hast-util-raw";
import { toHtml } from "hast-util-to-html";

type Tree = ReturnType<typeof raw>;

const NAMES: ReadonlySet<string> = new Set(
  ("a abbr b bdi blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h3 h4 h5 h6 hr i " +
    "img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot " +
    "th thead time tr u ul var wbr").split(" "),
);

/** The allowed values of attributes, by element and name. Other attributes are not allowed. */
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  "a aria-label": /./,
  "a class": /^external$/,
  "a href": /^(?:\/\?id=|https?:|mailto:|#fn(?:ref)?-)/,
  "a id": /^fnref-/,
  "a rel": /^noreferrer noopener$/,
  "a title": /^/,
  "code class": /^[a-z0-9]+$/,
  "details open": /^$/,
  "div aria-label": /^Table$/,
  "div class": /^table$/,
  "div role": /^region$/,
  "div tabindex": /^0$/,
  "img alt": /^/,
  "img height": /^\d+$/,
  "img loading": /^lazy$/,
  "img src": /^\/image\/docs\//,
  "img width": /^\d+$/,
  "li id": /^fn-/,
  "ol start": /^\d+$/,
  "pre tabindex": /^0$/,
  "section class": /^footnotes$/,
  "span aria-label": /^(?:done|to do)$/,
  "span class": /^(?:task|(?:(?:hljs|language)-[a-z_-]+|[a-z]+_)(?: [a-z]+_+)*)$/,
  "span role": /^img$/,
  "td class": /^(?:left|right|center)$/,
  "td colspan": /^\d+$/,
  "td rowspan": /^\d+$/,
  "th class": /^(?:left|right|center)$/,
  "th colspan": /^\d+$/,
  "th rowspan": /^\d+$/,
};

/**
 * Parses the HTML as the page does, and twice, because HTML that changes its meaning when you write and read it again
 * fools sanitisers.
 */
export function assertHarmless(html: string): void {
  const once = parsed(html);
  assertAllowed(once, html);
  assertAllowed(parsed(toHtml(once)), html);
}

function parsed(html: string): Tree {
  return raw({ type: "root", children: [{ type: "raw", value: html }] });
}

function assertAllowed(node: Tree, html: string): void {
  if (node.type === "text") return;
  if (node.type === "element") {
    assert.ok(NAMES.has(node.tagName), `<${node.tagName}> in ${html}`);
    const start = /^<[a-z0-9]+([^]*?)>(?:<\/[a-z0-9]+>)?$/.exec(toHtml({ ...node, children: [] }))?.[1] ?? "";
    for (const [, name = "", value = ""] of start.matchAll(/\s([^\s="]+)(?:="([^"]*)"|=([^\s"]+))?/g)) {
      const allowed = ATTRIBUTES[`${node.tagName} ${name}`];
      assert.ok(allowed?.test(value) === true, `${name}="${value}" of <${node.tagName}> in ${html}`);
    }
  } else assert.equal(node.type, "root", html);
  for (const child of node.children) assertAllowed(child, html);
}
