/** Finds where the code, tags, headings and links of a page stand, for rules that must leave code alone. */
import { parse, postprocess, preprocess } from "micromark";
import { type PageDialect, syntaxOf } from "./syntax.ts";

export interface PagePlaces {
  readonly isCode: (offset: number) => boolean;
  /** Whether HTML, JSX, JavaScript or the destination of a link stands here. */
  readonly isTag: (offset: number) => boolean;
  readonly isHtmlBlock: (offset: number) => boolean;
  /** Where links, images and code spans end: an attribute list may follow. */
  readonly ends: readonly number[];
  readonly headings: readonly PageRange[];
  /** Where the frontmatter ends; 0 without one. */
  readonly bodyStart: number;
}

interface PageRange {
  readonly start: number;
  readonly end: number;
}

const CODE = new Set<string>(["codeFenced", "codeIndented", "codeText", "yaml", "toml"]);
const TAGS = new Set<string>([
  "htmlFlow",
  "htmlText",
  "autolink",
  "literalAutolink",
  "resource",
  "definition",
  "mdxjsEsm",
  "mdxFlowExpression",
  "mdxTextExpression",
  "mdxJsxFlowTag",
  "mdxJsxTextTag",
  "directiveContainerAttributes",
  "directiveLeafAttributes",
  "directiveTextAttributes",
]);
const ENDED = new Set<string>(["link", "image", "codeText"]);
const HEADINGS = new Set<string>(["atxHeadingText", "setextHeadingText"]);

/** Throws where MDX would. */
export function findPlaces(text: string, dialect: PageDialect): PagePlaces {
  const code: PageRange[] = [];
  const tags: PageRange[] = [];
  const htmlBlocks: PageRange[] = [];
  const headings: PageRange[] = [];
  const ends: number[] = [];
  let bodyStart = 0;
  const written = parse({ extensions: syntaxOf(dialect) }).document().write(preprocess()(text, "utf8", true));
  for (const [kind, token] of postprocess(written)) {
    if (kind !== "enter") continue;
    const range = { start: token.start.offset, end: token.end.offset };
    if (CODE.has(token.type)) code.push(range);
    if (TAGS.has(token.type)) tags.push(range);
    if (HEADINGS.has(token.type)) headings.push(range);
    if (ENDED.has(token.type)) ends.push(range.end);
    if (token.type === "htmlFlow") htmlBlocks.push(range);
    if ((token.type as string) === "yaml" || (token.type as string) === "toml") bodyStart = range.end;
  }
  return {
    isCode: among(code, text.length),
    isTag: among(tags, text.length),
    isHtmlBlock: among(htmlBlocks, text.length),
    ends,
    headings,
    bodyStart,
  };
}

function among(ranges: readonly PageRange[], length: number): (offset: number) => boolean {
  const held = new Uint8Array(length);
  for (const { start, end } of ranges) held.fill(1, start, end);
  return (offset) => held[offset] === 1;
}
