/** Reads where a link leads, as documents write it or as a person pastes it. */

export interface Destination {
  /**
   * `path` is relative to a document or to a site (`/guide/`), `address` a URL with its scheme, `name` the name of a
   * page (a wiki link, a manual page), and `label` a name that any document may define.
   */
  readonly form: "path" | "address" | "name" | "label";
  /** Decoded, without query and fragment. Of an address, its path. Empty for a place in the same document. */
  readonly path: string;
  /** Of an address: the host, in lower case, with its port. */
  readonly host?: string | undefined;
  /** Decoded. */
  readonly fragment?: string | undefined;
  /** A line of the file, from 1. */
  readonly line?: number | undefined;
  /** A path that may also be the end of any page's path, if it leads to nothing from the document. */
  readonly isAnywhere?: true;
}

/** No destination is longer. */
const MAX_LENGTH = 2000;

/**
 * A destination as an outline has it: with `wiki:` before the name of a wiki link, `ref:` before a label, `doc:` and
 * `xref:` before those of reStructuredText and AsciiDoc, and `man:` before a page of the manual. Undefined for what
 * leads elsewhere (`mailto:`, `javascript:`) or nowhere.
 */
export function readDestination(text: string): Destination | undefined {
  const written = text.trim().replace(/^\+\+(.+)\+\+$/, "$1");
  if (written === "" || written.length > MAX_LENGTH || /[\0\r\n]/.test(written)) return undefined;
  const inTemplate = templated(written);
  if (inTemplate !== undefined) {
    const found = readDestination(inTemplate);
    // So Hugo looks for what has neither `/` nor `.` before it.
    return /^\{\{[<%]/.test(written) && found?.form === "path" && /^[^./]/.test(found.path)
      ? { ...found, isAnywhere: true }
      : found;
  }
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(written) ?? [];
  if (scheme === undefined) return written.startsWith("//") ? address(`https:${written}`) : path(written);
  switch (scheme.toLowerCase()) {
    case "http":
    case "https":
      return address(written);
    case "wiki":
      return wikiName(rest);
    case "man":
      return manualPage(rest);
    case "ref":
    case "id":
      return rest === "" ? undefined : { form: "label", path: rest };
    case "doc":
      return path(rest);
    case "xref":
      return crossReference(rest);
    default:
      return undefined;
  }
}

/** Templates of Hugo and Jekyll that stand for an address, each with the path in it. */
const TEMPLATES: readonly RegExp[] = [
  /^\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["'`]?([^"'`\s>%]+)["'`]?[^<>]*[>%]\}\}(.*)$/,
  /^\{%-?\s*(?:link|post_url)\s+(\S+)\s*-?%\}(.*)$/,
  /^\{\{-?\s*["']([^"']*)["']\s*\|\s*(?:relative|absolute)_url\s*-?\}\}(.*)$/,
  /^\{\{-?\s*site\.(?:base)?url\s*-?\}\}(?:\{\{-?\s*site\.baseurl\s*-?\}\})?()(\/.*)$/,
];

/** The places of Jekyll's templates, whose paths begin at the root with and without `/` before them. */
const FROM_ROOT: ReadonlySet<number> = new Set([1, 2]);

/** What a template stands for, with what follows it. */
function templated(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  for (const [at, pattern] of TEMPLATES.entries()) {
    const found = pattern.exec(text);
    if (found !== null) {
      return FROM_ROOT.has(at) ? `/${found[1]!.replace(/^\/+/, "")}${found[2]!}` : `${found[1]!}${found[2]!}`;
    }
  }
  return undefined;
}

/** `[[page#heading|text]]`, without its brackets. In a table, the bar is escaped. */
function wikiName(text: string): Destination | undefined {
  const name = text.replace(/\\?(?:\|.*)?$/s, "");
  const hash = name.indexOf("#");
  if (hash < 0) return { form: "name", path: name.trim() };
  const fragment = name.slice(hash + 1).trim();
  return { form: "name", path: name.slice(0, hash).trim(), fragment: fragment === "" ? undefined : fragment };
}

/** `open(2)` is the page `open.2`. */
function manualPage(text: string): Destination | undefined {
  const [, name, section] = /^([^\s/()]+)\((\d\w*)\)$/.exec(text) ?? [];
  return name === undefined ? undefined : { form: "name", path: `${name}.${section!}` };
}

function address(text: string): Destination | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, pathname, hash } = new URL(text);
  return { form: "address", host: host.toLowerCase(), path: decoded(pathname), ...placeOf(hash) };
}

function path(text: string): Destination {
  const [, written = "", hash = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  return { form: "path", path: decoded(written), ...placeOf(hash) };
}

/** `#L12` and `#L12-L20` name lines, and `#:~:text=…` words, which the page alone can find. */
function placeOf(hash: string): Pick<Destination, "fragment" | "line"> {
  const fragment = decoded(hash.slice(1)).replace(/:~:.*$/s, "");
  const line = /^L(\d{1,9})(?:-L?\d+)?$/.exec(fragment)?.[1];
  return line === undefined ? { fragment: fragment === "" ? undefined : fragment } : { line: Number(line) };
}

/** A text without its percent signs; one that is not encoded stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The forms in which documents wrap a destination, each with the place of the destination and its kind. */
const WRAPPINGS: readonly (readonly [pattern: RegExp, read: (found: RegExpExecArray) => Destination | undefined])[] = [
  [/^!?\[\[([^[\]]+)\]\]$/, ([, name]) => wikiName(name!)],
  [/^\[\[([^[\]]+)\](?:\[[^[\]]*\])?\]$/, ([, target]) => orgTarget(target!)],
  [/^!?\[[^\n]*\]\(\s*<?([^\s<>]*)>?(?:\s+["'(].*)?\)$/, ([, target]) => readDestination(target!)],
  [/^\[[^\]]*\]:\s*<?([^\s<>]+)>?(?:\s.*)?$/, ([, target]) => readDestination(target!)],
  [/^\[([\w.-]+)\](?:\[\])?$/, ([, name]) => ({ form: "label", path: name! })],
  [/^<<([^,<>]+)(?:,[^<>]*)?>>$/, ([, target]) => crossReference(target!)],
  [/^(?:xref|link):([^\s[\]]+)\[[^\]]*\]$/, ([, target]) => crossReference(target!)],
  [/^linkgit:([\w-]+)\[(\d)\]$/, ([, name]) => ({ form: "name", path: name! })],
  [
    /^:(?:[\w-]+:)?(\w[\w-]*):`(?:[^`<]*<([^`<>]+)>|~?([^`]+))`$/,
    ([, role, target, text]) => ofRole(role!, target ?? text!),
  ],
  [
    /^\{([\w:-]+)\}`(?:[^`<]*<([^`<>]+)>|~?([^`]+))`$/,
    ([, role, target, text]) => ofRole(role!.replace(/^.*:/, ""), target ?? text!),
  ],
  [/^<(https?:[^<>\s]+)>$/, ([, target]) => readDestination(target!)],
  [/^([^\s/()[\]]+\(\d\w{0,3}\))$/, ([, name]) => manualPage(name!)],
];

/** What a person pastes: a destination with or without the signs around it, or a path with a line. */
export function readPasted(text: string): Destination | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  for (const [pattern, read] of WRAPPINGS) {
    const found = pattern.exec(written);
    if (found !== null) return read(found);
  }
  const [, file, line] = /^(.*[^:]):(\d{1,9})(?:[-:]\d{1,9})?$/.exec(written) ?? [];
  if (file !== undefined && !/^[a-z]+:\/\//i.test(file)) return { ...path(file), line: Number(line) };
  // A name of a tree looks like a scheme.
  return readDestination(written) ?? (/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? undefined : path(written));
}

function orgTarget(target: string): Destination | undefined {
  const [, file = "", place] = /^(?:file:)?(.*?)(?:::(.*))?$/s.exec(target) ?? [];
  if (/^(?:id|https?|man):/.test(file)) return readDestination(file);
  if (place === undefined) return path(file);
  if (/^\d+$/.test(place)) return { ...path(file), line: Number(place) };
  return { ...path(file), fragment: place.replace(/^[*#]/, "") };
}

/**
 * In AsciiDoc, a target without a file is the id of a place, maybe in a file that includes this one. Antora names the
 * module before the file.
 */
function crossReference(target: string): Destination | undefined {
  const [, file = "", fragment] = /^([^#]*)(?:#(.*))?$/s.exec(target.trim()) ?? [];
  if (fragment === undefined && !/\.(?:adoc|asciidoc|asc|ad|txt|html?|md|pdf|xml|json|ya?ml)$/.test(file)) {
    return { form: "label", path: file, fragment: file };
  }
  const [page, module, component] = file.replace(/^[^@:/]*@/, "").split(":").reverse();
  // Another component is another site.
  if (component !== undefined) return undefined;
  const written = module === undefined || module === "" ? page ?? "" : `/modules/${module}/pages/${page ?? ""}`;
  return { ...path(written), fragment: fragment === "" ? undefined : fragment };
}

function ofRole(role: string, target: string): Destination | undefined {
  if (role === "doc" || role === "download") return path(target);
  if (role === "manpage") return manualPage(target);
  return { form: "label", path: target.replace(/\(\)$/, "") };
}
