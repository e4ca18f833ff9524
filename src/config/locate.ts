/** Finds a key or a value in a TOML text. */
import type { AST } from "toml-eslint-parser";

/** Line and column in characters, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Names from the top of the file down to a key. A number is a position in a list. */
export type KeyPath = readonly (string | number)[];

interface Site {
  readonly path: KeyPath;
  readonly key: AST.TOMLNode;
  readonly value: AST.TOMLNode;
}

/** The text parsed last. All mistakes of a file are looked up one after the other. */
let parsed: { readonly text: string; readonly top: AST.TOMLTopLevelTable } | undefined;

/**
 * Finds the first key at `path`, or its value. Returns undefined if the text does not have it. Only a wrong
 * configuration needs the parser that knows positions, so the first call loads it.
 */
export async function locate(text: string, path: KeyPath, what: "key" | "value"): Promise<TextPosition | undefined> {
  const { parseTOML } = await import("toml-eslint-parser");
  if (parsed?.text !== text) {
    try {
      parsed = { text, top: parseTOML(text, { tomlVersion: "1.1" }).body[0] };
    } catch {
      return undefined;
    }
  }
  const { top } = parsed;
  for (const site of sites(top)) {
    if (samePath(site.path, path)) return position(text, (what === "key" ? site.key : site.value).loc.start);
  }
  return undefined;
}

/** Finds the position of the UTF-16 index `index` in a line. Counts characters, not UTF-16 units. */
export function position(text: string, start: { readonly line: number; readonly column: number }): TextPosition {
  const line = text.split("\n")[start.line - 1] ?? "";
  return { line: start.line, column: [...line.slice(0, start.column)].length + 1 };
}

function* sites(top: AST.TOMLTopLevelTable): Generator<Site> {
  for (const node of top.body) {
    if (node.type === "TOMLKeyValue") {
      yield* pairSites(node, []);
      continue;
    }
    // In `[[a.b]]`, the resolved key holds list positions between the names.
    let name = 0;
    for (const [at, part] of node.resolvedKey.entries()) {
      const key = node.key.keys[typeof part === "number" ? name - 1 : name++];
      if (key !== undefined) yield { path: node.resolvedKey.slice(0, at + 1), key, value: key };
    }
    for (const pair of node.body) yield* pairSites(pair, node.resolvedKey);
  }
}

function* pairSites(pair: AST.TOMLKeyValue, under: KeyPath): Generator<Site> {
  const path = [...under];
  for (const [at, key] of pair.key.keys.entries()) {
    path.push(key.type === "TOMLBare" ? key.name : key.value);
    yield { path: [...path], key, value: at === pair.key.keys.length - 1 ? pair.value : key };
  }
  yield* valueSites(pair.value, path);
}

function* valueSites(value: AST.TOMLContentNode, path: KeyPath): Generator<Site> {
  if (value.type === "TOMLInlineTable") {
    for (const pair of value.body) yield* pairSites(pair, path);
  } else if (value.type === "TOMLArray") {
    for (const [at, element] of value.elements.entries()) {
      yield { path: [...path, at], key: element, value: element };
      yield* valueSites(element, [...path, at]);
    }
  }
}

function samePath(a: KeyPath, b: KeyPath): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}
