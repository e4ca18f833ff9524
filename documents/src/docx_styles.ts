/** What the styles of a DOCX document say of its paragraphs and runs. */
import { CODE_PARAGRAPHS, CODE_RUNS, MONOSPACED } from "./code_styles.ts";
import { childOf, nodesIn, type XmlNode } from "./xml_tree.ts";

/** What properties of a run state; undefined where they leave it to the style. */
export interface RunFormat {
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isStruck?: boolean;
  readonly isHidden?: boolean;
  readonly isMonospaced?: boolean;
  readonly position?: "sup" | "sub" | "";
}

export interface NumberReference {
  readonly list: string | undefined;
  readonly level: number | undefined;
  /** The style that states the list, to which a level of the list may belong. */
  readonly style: string | undefined;
}

export interface ParagraphStyle {
  /** 1 to 9; null for text. */
  readonly heading: number | null;
  readonly isCode: boolean;
  readonly number: NumberReference;
  readonly run: RunFormat;
}

export interface Styles {
  /** Of a paragraph without a known style, the default one. */
  paragraph(id: string | undefined): ParagraphStyle;
  run(id: string | undefined): RunFormat & { readonly isCode: boolean };
  /** Whether text is monospaced where nothing says so. */
  readonly isMonospaced: boolean;
}

/** Styles of one chain. Word takes no longer ones. */
const MAX_CHAIN = 32;
const NO_NUMBER: NumberReference = { list: undefined, level: undefined, style: undefined };

/** `root` is the root of the part of styles. */
export function readStyles(root: XmlNode | undefined): Styles {
  const own = new Map<string, XmlNode>();
  let standard: string | undefined;
  for (const style of nodesIn(root)) {
    const id = style.attributes["w:styleId"];
    if (style.name !== "w:style" || id === undefined) continue;
    own.set(id, style);
    if (style.attributes["w:type"] === "paragraph" && isOn(style.attributes["w:default"] ?? "0")) standard ??= id;
  }
  const chainOf = (id: string | undefined): readonly XmlNode[] => {
    const chain: XmlNode[] = [];
    let at = id === undefined ? undefined : own.get(id);
    while (at !== undefined && chain.length < MAX_CHAIN && !chain.includes(at)) {
      chain.push(at);
      at = own.get(valueOf(at, "w:basedOn") ?? "");
    }
    return chain;
  };
  const defaults = runFormat(
    childOf(childOf(childOf(root, "w:docDefaults"), "w:rPrDefault"), "w:rPr"),
  );
  const paragraphs = new Map<string, ParagraphStyle>();
  const runs = new Map<string, RunFormat & { readonly isCode: boolean }>();
  const paragraph = (id: string | undefined): ParagraphStyle => {
    const known = id !== undefined && own.has(id) ? id : standard ?? "";
    let found = paragraphs.get(known);
    if (found === undefined) paragraphs.set(known, found = paragraphStyle(chainOf(known), known === standard));
    return found;
  };
  return {
    paragraph,
    run(id = "") {
      let found = runs.get(id);
      if (found === undefined) {
        const chain = chainOf(id);
        runs.set(id, found = { ...merged(chain), isCode: chain.some((each) => CODE_RUNS.test(nameOf(each))) });
      }
      return found;
    },
    isMonospaced: paragraph(standard).run.isMonospaced ?? defaults.isMonospaced ?? false,
  };
}

function paragraphStyle(chain: readonly XmlNode[], isStandard: boolean): ParagraphStyle {
  let [list, level, style]: [string | undefined, number | undefined, string | undefined] = [
    undefined,
    undefined,
    undefined,
  ];
  for (const each of chain) {
    const number = numberReference(childOf(each, "w:pPr"));
    level ??= number.level;
    if (number.list === undefined) continue;
    [list, style] = [number.list, each.attributes["w:styleId"]];
    break;
  }
  const run = merged(chain);
  // Bold headings and the like are not marked in each run, and letters of a style in a font of their own are its code.
  const { isBold: _bold, isItalic: _italic, ...kept } = run;
  const isPlain = chain.some((each) => /^plain text$/i.test(nameOf(each)));
  const heading = headingOf(chain);
  return {
    heading,
    isCode: heading === null && !isStandard &&
      (chain.some((each) => CODE_PARAGRAPHS.test(nameOf(each))) || (run.isMonospaced === true && !isPlain)),
    number: { list, level, style },
    run: isPlain ? { ...kept, isMonospaced: false } : kept,
  };
}

function headingOf(chain: readonly XmlNode[]): number | null {
  for (const style of chain) {
    const level = outlineLevel(childOf(style, "w:pPr"));
    if (level !== undefined) return level;
    const name = nameOf(style);
    if (/^title$/i.test(name)) return 1;
    const number = /^heading ([1-9])$/i.exec(name)?.[1];
    if (number !== undefined) return Number(number);
  }
  return null;
}

/** 1 to 9; null where properties say that it is text, undefined where they say nothing. */
export function outlineLevel(properties: XmlNode | undefined): number | null | undefined {
  const stated = valueOf(properties, "w:outlineLvl");
  if (stated === undefined) return undefined;
  const level = Number(stated);
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : null;
}

export function numberReference(properties: XmlNode | undefined): NumberReference {
  const number = childOf(properties, "w:numPr");
  if (number === undefined) return NO_NUMBER;
  const level = Number(valueOf(number, "w:ilvl") ?? NaN);
  return {
    list: valueOf(number, "w:numId"),
    level: Number.isInteger(level) && level >= 0 && level < 9 ? level : undefined,
    style: undefined,
  };
}

function merged(chain: readonly XmlNode[]): RunFormat {
  return Object.assign({}, ...chain.toReversed().map((style) => runFormat(childOf(style, "w:rPr")))) as RunFormat;
}

/** What `w:rPr` states. */
export function runFormat(properties: XmlNode | undefined): RunFormat {
  const format: { -readonly [Key in keyof RunFormat]: RunFormat[Key] } = {};
  for (const { name, attributes } of nodesIn(properties)) {
    const value = attributes["w:val"];
    if (name === "w:b") format.isBold = isOn(value);
    else if (name === "w:i") format.isItalic = isOn(value);
    else if (name === "w:strike" || name === "w:dstrike") format.isStruck = isOn(value);
    else if (name === "w:vanish") format.isHidden = isOn(value);
    else if (name === "w:vertAlign") {
      format.position = value === "superscript" ? "sup" : value === "subscript" ? "sub" : "";
    } else if (name === "w:rFonts") {
      const font = attributes["w:ascii"] ?? attributes["w:hAnsi"];
      if (font !== undefined) format.isMonospaced = MONOSPACED.test(font);
    }
  }
  return format;
}

export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(?:0|false|off|none)$/i.test(value);
}

/** The `w:val` of a child. */
export function valueOf(node: XmlNode | undefined, name: string): string | undefined {
  return childOf(node, name)?.attributes["w:val"];
}

const nameOf = (style: XmlNode): string => valueOf(style, "w:name") ?? "";
