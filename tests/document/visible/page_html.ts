/** Makes HTML of Markdown or MDX with micromark and handlers that show what a reader sees. */
import { micromark, type Options } from "micromark";
import { directiveHtml } from "micromark-extension-directive";
import { frontmatterHtml } from "micromark-extension-frontmatter";
import { gfmHtml } from "micromark-extension-gfm";
import { optionalText } from "./optional.ts";
import { type PageDialect, syntaxOf } from "./syntax.ts";

type HtmlHandlers = NonNullable<Options["htmlExtensions"]>[number];
type HtmlHandler = NonNullable<NonNullable<HtmlHandlers["exit"]>["paragraph"]>;

/** Throws where MDX would. */
export function pageHtml(text: string, dialect: PageDialect): string {
  return micromark(text, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: syntaxOf(dialect),
    htmlExtensions: [
      gfmHtml(),
      ALL_TAGS,
      frontmatterHtml(["yaml", "toml"]),
      DIRECTIVES,
      FENCES,
      LIST_NUMBERS,
      FOOTNOTES,
      JSX,
    ],
  });
}

/** GitHub shows some tags, such as `<script>`, as text. Other programs do not. */
const ALL_TAGS: HtmlHandlers = {
  exit: {
    htmlFlowData(token) {
      this.raw(this.sliceSerialize(token));
    },
    htmlTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

/** A directive shows its label and content. `a:b` is a directive to the extension, but text to its reader. */
const DIRECTIVES = directiveHtml({
  "*"(directive) {
    const { type, name, label, content, attributes } = directive;
    if (type === "textDirective") {
      this.raw(label === undefined && attributes === undefined ? `:${this.encode(name)}` : label ?? "");
    } else this.tag(`<div>${label ?? ""}</div><div>${content ?? ""}</div>`);
    return true;
  },
});

/** The info string of a fence shows a caption only. The caption stands in an attribute until the text is taken. */
const FENCES: HtmlHandlers = {
  enter: {
    codeFencedFence(token) {
      const info = /^[`~]+[ \t]*(.*)/.exec(this.sliceSerialize(token))?.[1] ?? "";
      const [, double, single] = /(?:^|[\s{,])title=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? [];
      if (double !== undefined || single !== undefined) this.tag(` data-caption="${quoted(double ?? single ?? "")}"`);
      // What follows the name of a MyST directive, and the label of a tab in VitePress, show in these programs only.
      const [, argument, label] = /^\{[\w:.-]+\}[ \t]*(.+)|\[([^[\]]+)\]/.exec(info) ?? [];
      const optional = argument ?? label;
      if (optional !== undefined) this.tag(` data-optional="${quoted(optional)}"`);
    },
  },
  exit: {
    codeFencedFenceInfo() {
      this.resume();
    },
  },
};

function quoted(text: string): string {
  return text.replaceAll('"', "&quot;");
}

/** HTML shows the number of an item beside the text, not in it. */
const LIST_NUMBERS: HtmlHandlers = {
  exit: {
    listItemPrefix(token) {
      const number = /\d+/.exec(this.sliceSerialize(token))?.[0];
      if (number !== undefined) this.raw(optionalText(` ${number} `));
    },
  },
};

/** A footnote shows where it is defined: the order of the text does not matter here. Its label may be a number. */
const FOOTNOTES: HtmlHandlers = {
  enter: {
    gfmFootnoteDefinition() {
      this.getData("tightStack").push(false);
      this.lineEndingIfNeeded();
      this.tag("<div>");
    },
    gfmFootnoteDefinitionLabelString() {
      this.buffer();
    },
    gfmFootnoteCallString() {
      this.buffer();
    },
  },
  exit: {
    gfmFootnoteDefinition() {
      this.getData("tightStack").pop();
      this.tag("</div>");
    },
    gfmFootnoteDefinitionLabelString(token) {
      this.resume();
      this.raw(optionalText(` ${this.encode(this.sliceSerialize(token))} `));
    },
    gfmFootnoteCallString(token) {
      this.resume();
      this.tag("<sup>");
      this.raw(optionalText(` ${this.encode(this.sliceSerialize(token))} `));
      this.tag("</sup>");
    },
  },
};

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);

/**
 * Returns the tag of HTML that shows as a tag of JSX does. A component becomes a plain element: a block if it stands
 * alone, else one in the line.
 */
function htmlTag(jsx: string, block: boolean): string {
  const [, closing = "", name = ""] = /^<\s*(\/?)\s*([\w.:$-]*)/.exec(jsx)!;
  const isHtml = /^[a-z][a-z0-9]*$/.test(name);
  const html = isHtml ? name : block ? "div" : "span";
  if (closing !== "") return VOID.has(html) ? "" : `</${html}>`;
  const [, double, single] = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(jsx) ?? [];
  const alt = double ?? single;
  if (name === "img") return `<img alt="${quoted(alt ?? "")}">`;
  // The picture of a component may have an alternative text as well.
  const picture = alt === undefined ? "" : `<img alt="${quoted(optionalText(alt))}">`;
  if (VOID.has(html)) return `<${html}>`;
  return `<${html}>${picture}${/\/\s*>$/.test(jsx) ? `</${html}>` : ""}`;
}

/** A whole expression that is a plain string shows that string in MDX. */
function literalText(expression: string): string {
  const [, , literal] = /^\{\s*(["'`])([^"'`\\$]*)\1\s*\}$/.exec(expression) ?? [];
  return literal === undefined ? " " : optionalText(` ${literal} `);
}

const JSX: { readonly exit: Record<string, HtmlHandler> } = {
  exit: {
    mdxJsxFlowTag(token) {
      this.lineEndingIfNeeded();
      this.tag(htmlTag(this.sliceSerialize(token), true));
    },
    mdxJsxTextTag(token) {
      this.tag(htmlTag(this.sliceSerialize(token), false));
    },
    mdxFlowExpression(token) {
      this.lineEndingIfNeeded();
      this.raw(this.encode(literalText(this.sliceSerialize(token))));
    },
    mdxTextExpression(token) {
      this.raw(this.encode(literalText(this.sliceSerialize(token))));
    },
  },
};
