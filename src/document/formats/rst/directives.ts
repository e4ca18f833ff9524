/** Reads directives, each by what it does with its text. */
import type { TextRange } from "../markup.ts";
import { autodocKind, type DirectiveKind, kindOf, objectKind } from "./directive_kinds.ts";
import {
  argumentOf,
  type Directive,
  type DirectiveStart,
  hideArguments,
  hideOptions,
  hideSyntax,
  partsOf,
  rangeOf,
  readContent,
  showOptions,
} from "./directive_parts.ts";
import { readInclude } from "./include_directive.ts";
import { plainText, readInline } from "./inline.ts";
import { indentedEnd, isBlankLine, leastIndent, partOf, textFrom } from "./lines.ts";
import { readToctree } from "./toctree.ts";
import { enterNamespace, readAutodoc, readObject } from "./objects.ts";
import { readCsvTable } from "./csv_table.ts";

type DirectiveReader = (directive: Directive) => void;

/** Returns the line after the directive. */
export function readDirective(start: DirectiveStart): number {
  const directive = partsOf(start);
  readerOf(directive)(directive);
  return directive.end;
}

function readerOf(directive: Directive): DirectiveReader {
  const { name, contentFrom, end, args, options } = directive;
  const kind = kindOf(name);
  if (kind !== undefined) return READERS[kind];
  const autodoc = autodocKind(name);
  if (autodoc !== undefined) return () => readAutodoc(directive, autodoc);
  const hasContent = contentFrom < end;
  const object = objectKind(name);
  const isTarget = name === "setting" && !hasContent;
  // In docutils, a class is one of CSS.
  const isStyle = name === "class" && !hasContent && options.length === 0 &&
    /^[a-z][\w-]*(?: [a-z][\w-]*)*$/.test(argumentOf(directive));
  if (object !== undefined && args.length > 0 && !isTarget && !isStyle) return () => readObject(directive, object);
  return hasContent && !isStyle ? READERS.titled : nameIt;
}

/** A directive without content that is not known. It marks a place for references, or brings in what is not here. */
function nameIt(directive: Directive): void {
  hideAll(directive);
  if (directive.args.length > 0 && directive.name !== "class") directive.state.name(argumentOf(directive));
}

const READERS: Readonly<Record<DirectiveKind, DirectiveReader>> = {
  note: readNote,
  titled: readTitled,
  plain: readPlain,
  code: readCode,
  verse: readVerseBlock,
  hidden: (directive) => {
    hideAll(directive);
    const { state, lines, contentFrom, end } = directive;
    for (let at = contentFrom; at < end; at++) state.found.hide(lines[at]!.start, lines[at]!.end);
  },
  image: withContent(readImage),
  figure: withContent(readImage),
  toctree: readToctree,
  csv: readCsvTable,
  include: readInclude,
  version: readVersion,
  rubric: withContent(readRubric),
  module: readModule,
  namespace: withContent((directive) => {
    nameIt(directive);
    enterNamespace(directive.state, directive.name, argumentOf(directive));
  }),
  setting: (directive) => {
    hideAll(directive);
    const { state, name } = directive;
    if (name === "default-domain") state.domain = argumentOf(directive).trim();
  },
  glossary: readGlossary,
  substitution: withContent(readReplacement),
};

/** Content is text, even below a directive that has none: docutils reports an error and shows it. */
function withContent(read: (directive: Directive) => void): (directive: Directive) => void {
  return (directive) => {
    read(directive);
    readContent(directive, directive.scope);
  };
}

function hideAll(directive: Directive): void {
  hideSyntax(directive);
  hideArguments(directive);
  hideOptions(directive);
}

/** The name of the directive is the title of its box. */
function readNote(directive: Directive): void {
  const { state, lines, at, scope, name, after } = directive;
  const start = Math.max(lines[at]!.start, state.text.lastIndexOf(name, after));
  state.found.hide(lines[at]!.start, start);
  state.found.hide(start + name.length, Math.min(after, lines[at]!.end));
  hideOptions(directive);
  state.block(scope, { kind: "note", start, end: start + name.length });
  readContent(directive, { ...scope, depth: scope.depth + 1, titles: false }, true);
}

function readTitled(directive: Directive): void {
  const { state, args, scope } = directive;
  hideSyntax(directive);
  const title = rangeOf(args);
  if (title !== undefined) readInline(state, title);
  const at = directive.lines[directive.at]!.start;
  state.block(scope, { kind: "note", ...title ?? { start: at, end: at } });
  showOptions(directive);
  readContent(directive, { ...scope, depth: scope.depth + 1, titles: false });
}

/** Directives whose first line is text and no argument. */
const TEXT_FIRST: ReadonlySet<string> = new Set([
  ...["compound", "epigraph", "highlights", "pull-quote", "centered", "acks", "line-block", "block-quote"],
]);
/** Conditions. Both sides are text. */
const CONDITIONS: ReadonlySet<string> = new Set(["only", "ifconfig"]);

function readPlain(directive: Directive): void {
  const { scope, name } = directive;
  hideSyntax(directive);
  hideOptions(directive);
  const isText = TEXT_FIRST.has(name);
  if (!isText) hideArguments(directive);
  readContent(directive, { ...scope, titles: scope.titles && CONDITIONS.has(name) }, isText);
}

/** Directives whose argument is code too. */
const CODE_FIRST: ReadonlySet<string> = new Set(["math"]);

function readCode(directive: Directive): void {
  const { state, args, scope, name } = directive;
  hideSyntax(directive);
  showOptions(directive);
  const content = codeRange(directive);
  const argument = args.find(({ start }) => content === undefined || start < content.start);
  const isCode = CODE_FIRST.has(name);
  if (argument !== undefined && !isCode) state.found.hide(argument.start, argument.end);
  if (argument !== undefined && isCode) state.block(scope, { kind: "code", start: argument.start, end: argument.end });
  const words = argument === undefined || isCode ? "" : state.text.slice(argument.start, argument.end);
  const language = /^[\w#+.-]+/.exec(words)?.[0] ?? (name === "console" ? "console" : undefined);
  if (content !== undefined) state.block(scope, { kind: "code", language, ...content });
}

/** The lines of the content, or those after the first where no blank line parts them, or nothing follows. */
function codeRange({ lines, at, args, options, contentFrom, end }: Directive): TextRange | undefined {
  const content = textFrom(lines, contentFrom, end);
  const isParted = options.length > 0 || args.length <= 1 && content < end;
  const first = isParted ? content : textFrom(lines, at + 1, end);
  return first >= end ? undefined : { start: lines[first]!.at, end: lines[end - 1]!.end };
}

function readVerseBlock(directive: Directive): void {
  hideSyntax(directive);
  hideOptions(directive);
  const { state, args, scope } = directive;
  const content = codeRange(directive);
  const first = rangeOf(args);
  for (const range of [first, content]) {
    if (range === undefined || (range === first && directive.contentFrom > directive.at + 1 && args.length > 1)) {
      continue;
    }
    readInline(state, range);
    state.block(scope, { kind: "code", ...range });
  }
}

function readImage(directive: Directive): void {
  const { state, args, options, scope } = directive;
  hideSyntax(directive);
  hideArguments(directive);
  hideOptions(directive, ({ name }) => name === "alt");
  const path = argumentOf(directive).replace(/\s+/g, "");
  const place = options.find(({ name }) => name === "alt")?.value ?? rangeOf(args);
  if (place === undefined) return;
  state.link(path, place, "image");
  state.block(scope, { kind: "paragraph", ...place });
}

const VERSION_LABELS: Readonly<Record<string, string>> = {
  added: "Added in version",
  changed: "Changed in version",
  removed: "Removed in version",
  deprecated: "Deprecated since version",
};

/** The version is its title, and what follows it its text. */
function readVersion(directive: Directive): void {
  const { state, args, scope, name, margin } = directive;
  hideSyntax(directive);
  hideOptions(directive);
  const [first, ...others] = args;
  const at = directive.lines[directive.at]!.start;
  const word = first === undefined ? 0 : /^\S*/.exec(state.text.slice(first.start, first.end))![0].length;
  const own = first === undefined ? { start: at, end: at } : { start: first.start, end: first.start + word };
  const label = VERSION_LABELS[/added|changed|removed|deprecated/.exec(name)?.[0] ?? ""];
  state.block(scope, { kind: "note", label, ...own });
  const inner = { ...scope, depth: scope.depth + 1, titles: false };
  const rest = first === undefined ? [] : [partOf(state.text, first, own.end, first.end, margin)];
  const left = [...rest.filter((line) => !isBlankLine(line)).map((line) => ({ ...line, indent: margin })), ...others];
  readContent({ ...directive, args: left }, inner, true);
}

function readRubric(directive: Directive): void {
  const { state, args, scope } = directive;
  hideSyntax(directive);
  hideOptions(directive);
  const title = rangeOf(args);
  if (title === undefined) return;
  readInline(state, title);
  state.block(scope, { kind: "paragraph", ...title });
  state.found.mark("strong", title.start, title.end);
}

/** Names that follow are relative to the module. */
function readModule(directive: Directive): void {
  const { state, name, scope } = directive;
  hideAll(directive);
  const module = argumentOf(directive).trim();
  state.module = module === "None" ? "" : module;
  if (!name.endsWith("currentmodule")) state.name(`module-${module}`);
  readContent(directive, scope);
}

/** Several terms may have one definition. */
function readGlossary(directive: Directive): void {
  const { state, lines, contentFrom, end, scope, margin } = directive;
  hideSyntax(directive);
  hideArguments(directive);
  hideOptions(directive);
  for (let at = textFrom(lines, contentFrom, end); at < end; at = textFrom(lines, at, end)) {
    const line = lines[at]!;
    if (line.indent > margin) {
      const last = indentedEnd(lines, at, end, margin + 1);
      state.block(scope, { kind: "definition", start: line.start, end: line.start });
      state.within(lines, at, last, leastIndent(lines, at, last)!, { ...scope, margin });
      at = last;
      continue;
    }
    const key = state.text.slice(line.start, line.end).search(/ : /);
    const range = { start: line.start, end: key < 0 ? line.end : line.start + key };
    state.found.hide(range.end, line.end);
    readInline(state, range);
    state.found.anchor(`term-${state.text.slice(range.start, range.end)}`, range.start);
    state.block(scope, { kind: "term", ...range });
    at++;
  }
}

/** The text that a substitution stands for. */
function readReplacement(directive: Directive): void {
  const { state, args, name } = directive;
  hideSyntax(directive);
  hideOptions(directive);
  const range = rangeOf(args);
  if (range === undefined) return;
  // Where the name says the same, it stands for itself.
  if (name !== "replace" || plainText(state, range).toLowerCase() === directive.substitution?.toLowerCase()) {
    hideArguments(directive);
    return;
  }
  readInline(state, range);
  state.block(directive.scope, { kind: "paragraph", ...range });
}
