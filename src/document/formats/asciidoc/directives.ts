/** Finds what Asciidoctor acts on before it reads any block: conditions, and other files that are taken in. */
import type { Include } from "../../includes/find_includes.ts";
import { readAttributeList } from "./attribute_list.ts";
import { DocumentAttributes } from "./attributes.ts";
import { type AsciidocLine, endOf, restOf } from "./lines.ts";
import type { AsciidocState } from "./state.ts";

const CONDITION = /^(\\)?(ifdef|ifndef|ifeval|endif)::(\S*?)\[(.+)?\]$/;
const INCLUDE = /^(\\)?include::([^[]*[^[\s])\[(.+)?\]$/;
const ENTRY = /^:(!?[\p{L}\p{M}\p{Nd}\p{Pc}][^:]{0,200}):(?:[ \t]+(.*))?$/u;
const VERBATIM = /^(?:-{4,}|\.{4,}|`{3}(?!`).*)$/;

/** The lines that are left. Both sides of a condition are text. */
export function withoutDirectives(lines: readonly AsciidocLine[], state: AsciidocState): AsciidocLine[] {
  const left: AsciidocLine[] = [];
  const attributes = new DocumentAttributes(state.room);
  const sides = new Sides(left);
  let verbatim: string | undefined;
  for (const line of lines) {
    const { text } = line;
    const isDirective = text.endsWith("]") && text.includes("::");
    const kept = isDirective ? directive(line, verbatim !== undefined, attributes, state) : line;
    const condition = isDirective ? CONDITION.exec(text) : null;
    if (condition !== null && condition[1] === undefined) sides.meet(condition[2]!, kept !== null, line);
    else if (kept !== null) sides.pass();
    if (kept === null) continue;
    if (kept.text.startsWith(":")) {
      const [, name, value = ""] = ENTRY.exec(kept.text) ?? [];
      if (name !== undefined) attributes.enter(name, value);
      if (sides.isOpen || condition !== null) state.conditional.add(kept.start);
    } else if (isDirective) {
      left.push(kept);
      continue;
    } else if (VERBATIM.test(text)) {
      if (verbatim === undefined) verbatim = text.startsWith("`") ? "```" : text;
      else if (verbatim === text) verbatim = undefined;
    }
    left.push(kept);
  }
  return left;
}

/** Keeps the sides of conditions apart where they follow one another. */
class Sides {
  readonly #left: AsciidocLine[];
  /** How many conditions are open. */
  #depth = 0;
  /** Whether nothing stands between the last side and the place at hand, and a blank line before the first one. */
  #follows = false;
  #isAfterBlank = false;

  constructor(left: AsciidocLine[]) {
    this.#left = left;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** A line of a condition. `isSide`: it holds a side on its own. */
  meet(kind: string, isSide: boolean, line: AsciidocLine): void {
    if (kind === "endif") {
      this.#depth = Math.max(0, this.#depth - 1);
      this.#follows = true;
      return;
    }
    if (!this.#follows) this.#isAfterBlank = this.#left.at(-1)?.text === "";
    // A side whose condition alone holds stands after the blank line.
    else if (this.#isAfterBlank) this.#left.push({ text: "", start: line.start });
    this.#follows = isSide;
    if (!isSide) this.#depth++;
  }

  /** Any other line. */
  pass(): void {
    if (this.#depth === 0) this.#follows = false;
  }
}

/** What is left of a line: all of it where it is no directive, null where nothing is. */
function directive(
  line: AsciidocLine,
  isPlain: boolean,
  attributes: DocumentAttributes,
  state: AsciidocState,
): AsciidocLine | null {
  const condition = CONDITION.exec(line.text);
  const include = condition === null ? INCLUDE.exec(line.text) : null;
  const found = condition ?? include;
  if (found === null) return line;
  if (found[1] !== undefined) {
    state.found.hide(line.start, line.start + 1);
    return restOf(line, 1);
  }
  if (include !== null) {
    state.hideLine(line);
    for (const each of includesOf(attributes.resolved(include[2]!), include[3] ?? "", attributes)) {
      state.found.include({ start: line.start, end: endOf(line), include: each, isPlain });
    }
    return null;
  }
  const [, , kind, , content] = condition!;
  if (kind === "endif" || kind === "ifeval" || content === undefined) {
    state.hideLine(line);
    return null;
  }
  const from = line.text.indexOf("[") + 1;
  state.found.hide(line.start, line.start + from);
  state.found.hide(endOf(line) - 1, endOf(line));
  return { text: line.text.slice(from, -1), start: line.start + from };
}

/** A file may be taken in by several tags, each of which is a part of it. */
function includesOf(target: string, written: string, attributes: DocumentAttributes): readonly Include[] {
  if (/^[a-z][a-z+.-]+:\/\//i.test(target)) return [];
  const file = antoraFile(target) ?? { path: target, from: "file" as const };
  const { named } = readAttributeList(attributes.resolved(written), 0);
  const lines = named.get("lines")?.text.split(/[,;]/).flatMap(linesIn) ?? [];
  const tags = (named.get("tags") ?? named.get("tag"))?.text.split(/[,;]/).map((tag) => tag.trim()) ?? [];
  const named1 = tags.filter((tag) => /^[^!*]/.test(tag));
  const parts = lines.length > 0
    ? [{ lines }]
    : named1.length === 0 || named1.length < tags.length
    ? [null]
    : named1.map((section) => ({ section }));
  return parts.map((part) => ({ ...file, part, isGuess: named.get("opts")?.text === "optional" }));
}

/** `2..5`, or `7`. The last line may be -1. */
function linesIn(range: string): readonly { readonly first: number; readonly last: number | null }[] {
  const [, first, dots, last = ""] = /^\s*(\d{1,9})(?:(\.\.|-)(-?\d{0,9}))?\s*$/.exec(range) ?? [];
  if (first === undefined) return [];
  const from = Math.max(1, Number(first));
  if (dots === undefined) return [{ first: from, last: from }];
  return [{ first: from, last: last === "" || last.startsWith("-") ? null : Number(last) }];
}

/** The folders of a module that such names stand for in Antora. */
const FAMILIES: Readonly<Record<string, string>> = { partial: "partials", example: "examples", page: "pages" };

/** `partial$x`, or `module:partial$x`. It lies in a folder beside one of those above the file. */
function antoraFile(target: string): Omit<Include, "part" | "isGuess"> | undefined {
  const [, module, family = "", path] =
    /^(?:[\w.-]+@)?(?:[\w.-]*:)?(?:([\w.-]*):)?(partial|example|page)\$(.+)$/.exec(unversioned(target)) ?? [];
  const folder = FAMILIES[family];
  if (folder === undefined) return undefined;
  return { path: module ? `modules/${module}/${folder}/${path}` : `${folder}/${path}`, from: "above" };
}

/** With one colon alone, what stands before it is the module. */
function unversioned(target: string): string {
  const [before = ""] = target.split("$");
  return before.split(":").length === 2 ? `:${target}` : target;
}
