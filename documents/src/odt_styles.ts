/** What the styles of an ODT document say of its text. */
import { CODE_PARAGRAPHS, CODE_RUNS, MONOSPACED } from "./code_styles.ts";
import { childOf, nodesIn, outermostNamed, type XmlNode } from "./xml_tree.ts";

interface TextStyle {
  readonly isHidden: boolean;
  readonly isCode: boolean;
  readonly position: "sup" | "sub" | "";
}

/** A level of a list, or of headings. */
export interface ListLevel {
  readonly isBullet: boolean;
  readonly form: string;
  readonly before: string;
  readonly after: string;
  readonly start: number;
  /** How many levels the number shows. */
  readonly levels: number;
}

export interface OdtStyles {
  paragraph(name: string | undefined): TextStyle;
  text(name: string | undefined): TextStyle;
  section(name: string | undefined): boolean;
  /** `level` from 1. */
  listLevel(list: string | undefined, level: number): ListLevel | undefined;
  headingLevel(level: number): ListLevel | undefined;
  /** Master pages that the text uses. */
  readonly pages: readonly XmlNode[];
  readonly allPages: readonly XmlNode[];
  /** Whether a style of tables or slides says that they are not shown. */
  isHidden(family: "table" | "drawing-page", name: string | undefined): boolean;
}

const MAX_CHAIN = 32;
const MAX_AROUND = 100;
const PLAIN: TextStyle = { isHidden: false, isCode: false, position: "" };

/** The roots of `styles.xml` and `content.xml`. */
export function readOdtStyles(...roots: readonly (XmlNode | undefined)[]): OdtStyles {
  const named = new Map<string, XmlNode>();
  const lists = new Map<string, XmlNode>();
  let outline: XmlNode | undefined;
  for (
    const style of roots.flatMap((root) => outermostNamed(root, "style:style", "text:list-style", "text:outline-style"))
  ) {
    const name = style.attributes["style:name"] ?? "";
    if (style.name === "style:style") named.set(`${style.attributes["style:family"]} ${name}`, style);
    else if (style.name === "text:list-style") lists.set(name, style);
    else outline ??= style;
  }
  const known = new Map<string, TextStyle>();
  const styleOf = (family: string, name: string | undefined, code: RegExp): TextStyle => {
    if (name === undefined) return PLAIN;
    const key = `${family} ${name}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, found = textStyle(chainOf(named, family, name), name, code));
    return found;
  };
  return {
    paragraph: (name) => styleOf("paragraph", name, CODE_PARAGRAPHS),
    text: (name) => styleOf("text", name, CODE_RUNS),
    section: (name) => styleOf("section", name, /^$/).isHidden,
    listLevel: (list, level) => levelIn(list === undefined ? undefined : lists.get(list), level),
    headingLevel: (level) => levelIn(outline, level),
    allPages: roots.flatMap((root) => outermostNamed(root, "style:master-page")),
    isHidden: (family, name) =>
      chainOf(named, family, name ?? "").some((style) =>
        childOf(style, "style:table-properties")?.attributes["table:display"] === "false" ||
        childOf(style, "style:drawing-page-properties")?.attributes["presentation:visibility"] === "hidden"
      ),
    pages: pagesOf(roots, [...named.values()]),
  };
}

function chainOf(named: ReadonlyMap<string, XmlNode>, family: string, name: string): readonly XmlNode[] {
  const chain: XmlNode[] = [];
  let at = named.get(`${family} ${name}`);
  while (at !== undefined && chain.length < MAX_CHAIN && !chain.includes(at)) {
    chain.push(at);
    at = named.get(`${family} ${at.attributes["style:parent-style-name"]}`);
  }
  return chain;
}

function textStyle(chain: readonly XmlNode[], name: string, code: RegExp): TextStyle {
  const properties = chain.map((style) => childOf(style, "style:text-properties")?.attributes ?? {});
  const stated = (attribute: string): string | undefined =>
    properties.map((each) => each[attribute]).find((value) => value !== undefined);
  const position = stated("style:text-position") ?? "";
  const names = chain.flatMap(({ attributes }) => [
    attributes["style:display-name"] ?? readable(attributes["style:name"]),
    readable(attributes["style:parent-style-name"]),
  ]);
  names.push(readable(name));
  const font = stated("style:font-name") ?? stated("fo:font-family") ?? "";
  return {
    isHidden: stated("text:display") === "none",
    isCode: names.some((each) => code.test(each)) || (code === CODE_RUNS && MONOSPACED.test(font)),
    position: /^(?:super|[1-9])/.test(position) ? "sup" : /^(?:sub|-)/.test(position) ? "sub" : "",
  };
}

/** Names stand in the file with signs for their spaces. */
const readable = (name = ""): string => name.replaceAll("_20_", " ").replaceAll("_", " ");

function levelIn(list: XmlNode | undefined, level: number): ListLevel | undefined {
  const found = nodesIn(list).find(({ attributes }) => Number(attributes["text:level"]) === level);
  if (found === undefined) return undefined;
  const { attributes } = found;
  const start = Number(attributes["text:start-value"] ?? 1);
  const levels = Number(attributes["text:display-levels"] ?? 1);
  return {
    isBullet: !/number$|outline-level-style$/.test(found.name),
    form: attributes["style:num-format"] ?? "",
    before: (attributes["style:num-prefix"] ?? "").slice(0, MAX_AROUND),
    after: (attributes["style:num-suffix"] ?? "").slice(0, MAX_AROUND),
    start: Number.isSafeInteger(start) ? start : 1,
    levels: Number.isInteger(levels) ? Math.min(10, Math.max(1, levels)) : 1,
  };
}

function pagesOf(roots: readonly (XmlNode | undefined)[], styles: readonly XmlNode[]): readonly XmlNode[] {
  const pages = roots.flatMap((root) => outermostNamed(root, "style:master-page"));
  const nameOf = (page: XmlNode | undefined): string => page?.attributes["style:name"] ?? "";
  const next = new Map(pages.map((page) => [nameOf(page), page.attributes["style:next-style-name"] ?? ""]));
  const used = new Set<string>();
  // Text without a page of its own is on the standard one.
  const stated = styles.map(({ attributes }) => attributes["style:master-page-name"] ?? "");
  for (const first of ["Standard", nameOf(pages[0]), ...stated]) {
    for (let name = first; name !== "" && !used.has(name); name = next.get(name) ?? "") used.add(name);
  }
  return pages.filter((page) => used.has(nameOf(page)));
}
