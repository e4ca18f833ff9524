/** Reads the XML of office documents as a light tree. A DOM takes five times its time and memory. */
import { Parser } from "htmlparser2";
import { ConversionFailure } from "./converted.ts";
import { PREFIXES } from "./xml_namespaces.ts";

export interface XmlNode {
  /** With the usual prefix of its namespace, such as `w:p`, whatever prefix the file takes for it. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly (XmlNode | string)[];
}

interface OpenNode extends XmlNode {
  readonly children: (XmlNode | string)[];
}

/** A tree takes some ten times the bytes of its XML, and the process has 1 GB. */
const MAX_XML = 32 * 1024 * 1024;
/** Elements inside each other. Real files have some thirty. */
const MAX_DEPTH = 256;

/** The usual prefixes of those that an element declares, and of those around it. */
type PrefixScope = ReadonlyMap<string, string>;

/** Entities that a file defines stay as they are, so none can grow. Throws {@link ConversionFailure}. */
export function readXml(text: string, file: string): XmlNode {
  requireXmlSize(text.length, file);
  const open: OpenNode[] = [];
  const scopes: PrefixScope[] = [new Map()];
  let root: XmlNode | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length >= MAX_DEPTH) throw new ConversionFailure(`the elements of ${file} are nested too deeply`);
      const scope = scopeOf(attributes, scopes.at(-1)!);
      scopes.push(scope);
      const node: OpenNode = {
        name: usual(name, scope, true),
        attributes: usualNames(attributes, scope),
        children: [],
      };
      open.at(-1)?.children.push(node);
      root ??= node;
      open.push(node);
    },
    ontext(piece) {
      const children = open.at(-1)?.children;
      if (children === undefined) return;
      const last = children.length - 1;
      if (typeof children[last] === "string") children[last] += piece;
      else children.push(piece);
    },
    onclosetag() {
      open.pop();
      scopes.pop();
    },
  }, { xmlMode: true, decodeEntities: true });
  parser.end(text);
  if (root === undefined) throw new ConversionFailure(`${file} is damaged`);
  return root;
}

function scopeOf(attributes: Readonly<Record<string, string>>, outer: PrefixScope): PrefixScope {
  let scope: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith("xmlns") || (name.length > 5 && name[5] !== ":")) continue;
    const prefix = name.slice(6);
    const known = PREFIXES.get(attributes[name]!.replace(/\/$/, "")) ?? prefix;
    if ((scope ?? outer).get(prefix) === known) continue;
    scope ??= new Map(outer);
    scope.set(prefix, known);
  }
  return scope ?? outer;
}

function usual(name: string, scope: PrefixScope, isElement: boolean): string {
  const colon = name.indexOf(":");
  // An attribute without a prefix is in no namespace.
  if (colon < 0 && !isElement) return name;
  const prefix = colon < 0 ? "" : name.slice(0, colon);
  const known = scope.get(prefix) ?? prefix;
  if (known === prefix) return name;
  return `${known === "" ? "" : `${known}:`}${name.slice(colon + 1)}`;
}

function usualNames(
  attributes: Readonly<Record<string, string>>,
  scope: PrefixScope,
): Readonly<Record<string, string>> {
  let isUsual = true;
  for (const name in attributes) isUsual &&= usual(name, scope, false) === name;
  if (isUsual) return attributes;
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [usual(name, scope, false), value]));
}

/** Throws {@link ConversionFailure}. */
export function requireXmlSize(size: number, name: string): void {
  if (size > MAX_XML) throw new ConversionFailure(`${name} has more than ${MAX_XML / 1024 / 1024} MB of XML`);
}

export function isNode(child: XmlNode | string): child is XmlNode {
  return typeof child !== "string";
}

export function nodesIn(node: XmlNode | undefined): readonly XmlNode[] {
  return node === undefined ? [] : node.children.filter(isNode);
}

/** The first child with a name. */
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child): child is XmlNode => isNode(child) && child.name === name);
}

/** All elements below that pass, in order. Those within one that passes are left out. */
export function outermost(node: XmlNode | undefined, passes: (node: XmlNode) => boolean): readonly XmlNode[] {
  const found: XmlNode[] = [];
  const next = [...nodesIn(node)].reverse();
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (passes(at)) found.push(at);
    else {for (let child = at.children.length - 1; child >= 0; child--) {
        const below = at.children[child]!;
        if (isNode(below)) next.push(below);
      }}
  }
  return found;
}

export function outermostNamed(node: XmlNode | undefined, ...names: readonly string[]): readonly XmlNode[] {
  return outermost(node, ({ name }) => names.includes(name));
}

/** All elements below with this name after any prefix, in order. Those within one are left out. */
export function named(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return outermost(node, (each) => each.name === name || each.name.endsWith(`:${name}`));
}

/** All text in a node. */
export function textIn(node: XmlNode | undefined): string {
  const parts: string[] = [];
  const collect = (each: XmlNode): void =>
    each.children.forEach((child) => isNode(child) ? collect(child) : parts.push(child));
  if (node !== undefined) collect(node);
  return parts.join("");
}
