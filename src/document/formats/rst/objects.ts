/** Reads the descriptions of functions, classes, options and whatever else a domain of Sphinx describes. */
import { declaredName, scopeName } from "./c_names.ts";
import { CLASSES } from "./directive_kinds.ts";
import { argumentOf, type Directive, hideOptions, hideSyntax, rangeOf, readContent } from "./directive_parts.ts";
import type { Line } from "./lines.ts";
import type { BodyScope, RstState } from "./state.ts";

interface ObjectKind {
  readonly domain: string;
  readonly kind: string;
}

const MAX_LEVEL = 6;
/** Longer names of scopes are left out. */
const MAX_SCOPE = 1000;
/** Kinds of Python and JavaScript, whose names stand in modules and classes. */
const DOTTED: ReadonlySet<string> = new Set(
  ("function data exception class method classmethod staticmethod attribute property decorator decoratormethod type " +
    "typealias interface").split(" "),
);

/** What stands between the names of an object and of one in it. */
const SEPARATORS: Readonly<Record<string, string>> = { c: ".", cpp: "::", rst: ":" };

/** The object is a section, and its signature the first line of its text. */
export function readObject(
  directive: Directive,
  { domain: written, kind }: { readonly domain: string | null; readonly kind: string },
): void {
  const { state, lines, at, args, end, scope } = directive;
  const domain = written ?? state.domain;
  const signatures = signaturesOf(state, args);
  const [first, ...others] = signatures;
  if (first === undefined) {
    hideSyntax(directive);
    hideOptions(directive);
    readContent(directive, scope);
    return;
  }
  const names = signatures.map(({ text }) => nameOf(state, scope, { domain, kind }, text));
  addHeading(state, scope, {
    text: names[0]!.full,
    lineStart: lines[at]!.at,
    bodyStart: first.start,
    end: lines[end - 1]!.next,
    shown: first,
  });
  hideSyntax(directive);
  names.forEach(({ full, id }, at) => {
    if (at > 0 || id !== full) state.found.anchor(id, first.start);
    for (const name of namesIn(kind, signatures[at]!.text)) {
      if (name !== full && name !== id) state.found.anchor(name, first.start);
    }
  });
  for (const { start, end: stop } of signatures) state.found.mark("code", start, stop);
  for (const { start, end: stop } of others) state.block(scope, { kind: "paragraph", start, end: stop });
  hideOptions(directive);
  const isAround = CLASSES.has(kind) || domain !== "py";
  const around = isAround ? { object: names[0]!.inModule, domain } : {};
  readContent(directive, { ...scope, titles: !scope.isCell, objects: scope.objects + 1, ...around });
}

/** A description that a program takes from a source. Its directive stays in the text, as the sign of that. */
export function readAutodoc(directive: Directive, kind: string): void {
  const { state, lines, at, end, scope, name, after } = directive;
  const [first] = directive.args;
  const written = argumentOf(directive).replace(/\(.*$/s, "").trim();
  const full = autodocName(state, scope, kind, written);
  const start = Math.max(lines[at]!.start, state.text.lastIndexOf(name, after));
  state.found.hide(lines[at]!.start, start);
  if (first !== undefined) {
    addHeading(state, scope, {
      text: full,
      lineStart: lines[at]!.at,
      bodyStart: start,
      end: lines[end - 1]!.next,
      shown: { start, end: first.end },
    });
    const label = `The documentation of ${full} is made from its source, and is not in this file.`;
    state.block(scope, { kind: "note", label, start: first.end, end: first.end });
  }
  hideOptions(directive);
  if (kind === "module" && written !== "") state.module = written;
  const around = CLASSES.has(kind) ? { object: withoutModule(full, state.module), domain: "py" } : {};
  readContent(directive, { ...scope, titles: !scope.isCell, objects: scope.objects + 1, ...around });
}

interface ObjectHeading {
  readonly text: string;
  readonly lineStart: number;
  readonly bodyStart: number;
  readonly end: number;
  readonly shown: { readonly start: number; readonly end: number };
}

function addHeading(
  state: RstState,
  scope: BodyScope,
  { text, lineStart, bodyStart, end, shown }: ObjectHeading,
): void {
  if (scope.isCell || text === "") return;
  const level = Math.min(MAX_LEVEL, Math.max(1, state.level + 1 + scope.objects));
  const id = /^[\w.:$-]+$/.test(text) ? text : null;
  state.found.heading({ level, text, id, lineStart, bodyStart, end }, shown, scope.depth);
  state.place(bodyStart);
}

interface Signature {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Each line is one, and a backslash at its end joins it with the next. */
function signaturesOf(state: RstState, args: readonly Line[]): readonly Signature[] {
  const signatures: Signature[] = [];
  let open: Line[] = [];
  for (const line of args) {
    open.push(line);
    if (state.text[line.end - 1] === "\\" && line !== args.at(-1)) {
      state.found.hide(line.end - 1, line.end);
      continue;
    }
    const text = open.map(({ start, end }) => state.text.slice(start, end).replace(/\\$/, "").trim()).join(" ");
    signatures.push({ ...rangeOf(open)!, text: text.replace(/\\(.)/g, "$1") });
    open = [];
  }
  return signatures;
}

/** What roles name of a signature that is more than a name: `.. code-block:: [language]`, `-o file, --output file`. */
function namesIn(kind: string, signature: string): readonly string[] {
  if (kind === "directive") return /^(?:\.\.\s+)?([\w:.+-]*[\w.+-])(?:::|$)/.exec(signature)?.slice(1) ?? [];
  if (kind.endsWith("option")) return [...signature.matchAll(/(?:^|,\s*)([-+/]{1,2}[\w-]+)/g)].map(([, name]) => name!);
  return DOTTED.has(kind) ? [] : /^:?([\w:.-]*\w)(?=[\s:(]|$)/.exec(signature)?.slice(1) ?? [];
}

interface ObjectName {
  readonly full: string;
  /** Without its module. */
  readonly inModule: string;
  /** As Sphinx calls its place: with the module, also where the name begins with it. */
  readonly id: string;
}

const PYTHON = /^([\w.]*\.)?(\w+)\s*(?=[([]|->|:|=|$)/;
const SCRIPT = /^([\w.$]*\.)?([\w$]+)/;

function nameOf(
  state: RstState,
  scope: BodyScope,
  { domain, kind }: ObjectKind,
  signature: string,
): ObjectName {
  if ((domain === "py" || domain === "js") && DOTTED.has(kind)) {
    const [, prefix = "", name] = (domain === "py" ? PYTHON : SCRIPT).exec(signature) ?? [];
    if (name !== undefined) {
      const inModule = within(objectIn(scope, domain), prefix, name);
      const isWhole = state.module === "" || inModule.startsWith(`${state.module}.`);
      const id = state.module === "" ? inModule : `${state.module}.${inModule}`;
      return { full: isWhole ? inModule : id, inModule, id };
    }
  }
  const full = otherName(state, scope, { domain, kind }, signature);
  return { full, inModule: full, id: full };
}

/** The object around, if it is one of this domain. */
function objectIn(scope: BodyScope, domain: string): string {
  return scope.domain === domain ? scope.object : "";
}

/** A name stands in the class around it, unless it says so itself. */
function within(object: string, prefix: string, name: string): string {
  if (object === "" || prefix === `${object}.` || prefix.startsWith(`${object}.`)) return prefix + name;
  return `${object}.${prefix}${name}`;
}

const METHODS = /^(?:get|post|put|patch|delete|head|options|trace|any|connect|copy)$/;

function otherName(state: RstState, scope: BodyScope, { domain, kind }: ObjectKind, signature: string): string {
  const written = signature.replace(/\s+/g, " ").trim();
  if (domain === "http" && METHODS.test(kind)) return `${kind.toUpperCase()} ${written}`;
  if (domain === "c" || domain === "cpp") {
    // Macros of C stand in nothing.
    const around = kind === "macro" ? "" : objectIn(scope, domain) || state.namespaces.at(-1) || "";
    return joined(domain, around, declaredName(kind, signature));
  }
  if (domain === "rst") return ruleName(kind, objectIn(scope, domain), written);
  if (kind.endsWith("option")) {
    return written.split(", ").map((option) => /^[^\s=[]+/.exec(option)?.[0] ?? option).join(", ");
  }
  if (domain === "js" || domain === "py") return written.replace(/\s*\(.*$/s, "") || written;
  return written;
}

function joined(domain: string, around: string, name: string): string {
  return around === "" ? name : around + SEPARATORS[domain] + name;
}

/** The name of a directive, of its option, or of a role: `.. c:function:: declaration`, `maxdepth: number`. */
function ruleName(kind: string, around: string, written: string): string {
  if (kind === "directive:option") return joined("rst", around, written.split(/\s*:\s/, 1)[0]!);
  return /^\.\.\s*(\S.*?)::/.exec(written)?.[1] ?? written;
}

/** The scopes of C and C++ are relative to the one around them. */
export function enterNamespace(state: RstState, directive: string, written: string): void {
  const domain = directive.includes(":") ? directive.replace(/:.*/, "") : state.domain;
  if (SEPARATORS[domain] === undefined) return;
  if (directive.endsWith("pop")) state.namespaces.pop();
  else {
    const isPushed = directive.endsWith("push");
    const full = joined(domain, isPushed ? state.namespaces.at(-1) ?? "" : "", scopeName(written));
    if (!isPushed) state.namespaces.length = 0;
    state.namespaces.push(full.length > MAX_SCOPE ? "" : full);
  }
}

/** As Sphinx finds what it is to describe. */
function autodocName(state: RstState, scope: BodyScope, kind: string, written: string): string {
  const name = written.replace("::", ".");
  if (kind === "module" || written.includes("::") || state.module === "") return name;
  if (/^(?:method|attribute|property)$/.test(kind)) {
    const parts = name.split(".");
    if (parts.length === 1 && scope.object !== "") return `${state.module}.${scope.object}.${name}`;
    return parts.length <= 2 ? `${state.module}.${name}` : name;
  }
  return name.includes(".") ? name : `${state.module}.${name}`;
}

function withoutModule(full: string, module: string): string {
  return module !== "" && full.startsWith(`${module}.`) ? full.slice(module.length + 1) : full;
}
