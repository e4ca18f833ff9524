/** Divides a source file into parts: comments, strings, definitions, other code. */
import type { Emitter } from "highlight.js";
import type { Grammar } from "./grammars.ts";
import { cutAtLongLines, isSlow } from "./long_runs.ts";

/** `definition` is a name where the file defines it. `syntax` is keywords, numbers and signs. */
export type PartKind = "comment" | "string" | "definition" | "heading" | "code" | "syntax" | "text";

export interface SourcePart {
  readonly kind: PartKind;
  readonly text: string;
}

/**
 * Divides a text into parts, in order. Without a grammar, the whole text is one part of the kind `text`. So is what a
 * grammar would read too slowly.
 */
export function readSourceParts(text: string, grammar: Grammar | undefined): readonly SourcePart[] {
  if (grammar === undefined) return [{ kind: "text", text }];
  return cutAtLongLines(text).flatMap((piece): readonly SourcePart[] =>
    piece.isLong || isSlow(piece.text, grammar.name)
      ? [{ kind: "text", text: piece.text }]
      : partsOf(piece.text, grammar)
  );
}

function partsOf(text: string, grammar: Grammar): readonly SourcePart[] {
  const { highlighter, name } = grammar;
  highlighter.configure({ __emitter: PartEmitter });
  const { _emitter, errorRaised } = highlighter.highlight(text, { language: name, ignoreIllegals: true });
  // A grammar that fails has read only the start of the file.
  if (errorRaised !== undefined) return [{ kind: "text", text }];
  const rest: PartKind = name === "markdown" ? "text" : "code";
  const parts = (_emitter as PartEmitter).parts.map(({ kind, text: own }) => ({
    kind: kind ?? rest,
    text: own,
  }));
  return MARKS_CALLS.has(name)
    ? parts.map((
      part,
      at,
    ) => (part.kind === "definition" && !isDefined(parts, at) ? { ...part, kind: "code" } : part))
    : parts;
}

/** Grammars that mark a name in a call and in a definition alike. */
const MARKS_CALLS: ReadonlySet<string> = new Set(["javascript", "typescript", "xml"]);
const DEFINES: ReadonlySet<string> = new Set([
  "class",
  "function",
  "interface",
  "type",
  "enum",
  "namespace",
  "const",
  "let",
  "var",
  "get",
  "set",
  "*",
]);

/** Tells whether a keyword that defines names comes before a part. */
function isDefined(parts: readonly SourcePart[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /^\s*$/.test(parts[before]!.text)) before--;
  return before >= 0 && DEFINES.has(parts[before]!.text.trim());
}

/** The kind that belongs to a scope of highlight.js. Undefined for other scopes. */
function kindOf(scope: string, outer: PartKind | undefined): PartKind | undefined {
  if (outer === "comment" || outer === "heading") return outer;
  const [first, second, third] = scope.split(".");
  switch (first) {
    case "comment":
    case "doctag":
      return "comment";
    case "string":
    case "regexp":
    case "link":
      return "string";
    case "section":
      return "heading";
    case "title":
      return third === undefined && second !== "invoke" ? "definition" : "code";
    case "keyword":
    case "literal":
    case "number":
    case "operator":
    case "punctuation":
      return "syntax";
    case "built_in":
      return "syntax";
    case "variable":
      return second === "language" ? "syntax" : outer;
    case "subst":
      return "code";
    default:
      return outer;
  }
}

/** Replaces highlight.js's own emitter, which would make HTML. */
class PartEmitter implements Emitter {
  readonly parts: { kind: PartKind | undefined; text: string }[] = [];
  readonly #kinds: (PartKind | undefined)[] = [];

  addText(text: string): void {
    const kind = this.#kinds.at(-1);
    const last = this.parts.at(-1);
    if (last !== undefined && last.kind === kind) last.text += text;
    else this.parts.push({ kind, text });
  }

  startScope(scope: string): void {
    this.#kinds.push(kindOf(scope, this.#kinds.at(-1)));
  }

  endScope(): void {
    this.#kinds.pop();
  }

  /** Does the same as {@link startScope}. highlight.js calls both. */
  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: Emitter): void {
    this.parts.push(...(inner as PartEmitter).parts);
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}
