/** Finds where a page takes in other files, which may bring anchors with them. */
import { joinPath, normalizePath, parentPath } from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import type { Repository } from "./repository.ts";

/** Markup that takes in text from elsewhere, which may bring headings with it. */
const INCLUDES =
  /^[ \t>]*(?:-+8<-+|\{[!*][ \t>]|\{%-?[ \t]*(?:include|render|partial|import)|\{\{[<%][ \t]*(?:_?include|partial|readfile|snippet|quick-reference|glossary)(?![\w-])|\{\{#(?:include|rustdoc_include)|\{\{>|<!--[ \t]*@?include|@\[|@include|:::[ \t]*(?:include|\w+[._][\w.]+$)|include::|\.\.[ \t]+(?:include|auto\w+)::|#\+include|\{\{[ \t]*[\w.]+[ \t]*\}\}[ \t]*$|import[ \t].+[ \t]from[ \t]+["'][^"']+\.mdx?["']|<code[ \t]+src=|<[\w-]+[ \t][^<>]*\bfile=|```\{(?:include|eval)|<(?:include|Include|Partial|Snippet|Content)\b)/i;
/**
 * Directives, macros and components with which plug-ins make text of a program, of its sources or of a description of
 * its interface: mkdocs-click and its like, Sphinx, MyST, Documenter, shortcodes, Spring REST Docs.
 */
const MAKES =
  /^[ \t>]*(?::::[ \t]*(?:[a-z][\w-]*-(?:click|typer\d?|argparse|api|openapi|docs?|cli)\b|[A-Z]\w*$)|(?:\.\.[ \t]+|[`:]{3,}\{)(?:click|typer|argparse|autoprogram|program-output|command-output|runcmd|open-?api|swaggerv\d-openapi|jsonschema|json:schema|doxygen\w*|breathe\w*|autodoc\w*|autoapi\w*|apidoc|graphviz-api|js:auto\w+|ts:auto\w+|rust:\w+|cargo\w*|django-\w+|sqltable|envvars?|config-?options?|pydantic\w*|automodel|autopydantic_\w+)(?:::|\})|```@(?:auto)?docs|!!swagger\b|\[OAD\(|<(?:swagger-ui|redoc|rapi-doc|api-docs?|elements-api)\b|\{\{[<%][ \t]*(?:swagger\w*|openapi\w*|redoc\w*|api\w*|cli\w*|params?-table|jsonschema\w*|config\w*)\b|(?:operation|openapi|swagger|jsonschema|javadoc|configprops)::\S*\[)/;
/** What names the file, in a line that takes one in. */
const NAMED =
  /(?:\b(?:include(?:_relative)?|readfile|partial|render|snippet|import\b.{0,200}\bfrom)\b[^"'\n]{0,100}["']|\bfile=["'{]{0,2}|\bsrc=["'{]{0,2}|include::|@?\binclude:(?!:)|#(?:rustdoc_)?include[ \t]+["']?|#\+include:?[ \t]+["']?|-8<-+[ \t]+["']|\{[!*][ \t]*|\{include\}[ \t]*|%-?[ \t]*include[ \t]+)[ \t]*(?:\{[\w-]{1,100}\}\/?){0,5}([^"'\s[\]{}<>]{1,300}?)(?:--+>|["'\s[\]{}<>]|$)/i;
/** The marks around blocks. Code in them takes in code; a directive (```` ```{note} ````) holds text. */
const FENCES: Readonly<Record<string, RegExp>> = {
  markdown: /^[ \t>]*(`{3,}|~{3,})([^`]*)$/,
  mdx: /^[ \t>]*(`{3,}|~{3,})([^`]*)$/,
  asciidoc: /^(-{4,}|\.{4,}|`{3,})(\s*)$/,
};
const MAX_LINE_LENGTH = 2000;
/** More parts of a page are unknown. */
const MAX_PARTS = 1000;
/** A name that so many files have names none of them. */
const MAX_SAME = 20;

/** The lines outside of code that take in something: the path that each names, where it names one. */
export function partsTakenIn(
  { text, format }: Pick<DriftDocument, "text" | "format">,
): readonly (string | undefined)[] {
  const fences = FENCES[format];
  const parts: (string | undefined)[] = [];
  const open: { readonly mark: string; readonly isCode: boolean }[] = [];
  for (const whole of text.split("\n")) {
    if (parts.length === MAX_PARTS) return [...parts, undefined];
    const line = whole.slice(0, MAX_LINE_LENGTH);
    const [, mark, info = ""] = fences?.exec(line) ?? [];
    const around = open.at(-1);
    if (mark !== undefined && around !== undefined && mark.startsWith(around.mark) && info.trim() === "") open.pop();
    else if (around?.isCode !== true) {
      if (mark !== undefined) open.push({ mark, isCode: !info.trimStart().startsWith("{") });
      if (MAKES.test(line)) parts.push(undefined);
      else if (INCLUDES.test(line)) parts.push(NAMED.exec(line)?.[1]);
    }
  }
  return parts;
}

/** `module:family$path` of Antora. */
const RESOURCE = /^(?:[\w.-]+@)?(?:([\w.-]+):)?(partial|example|page|attachment)\$\/?(.+)$/;

/**
 * The files that a path may name: from the document's folder, from the top, or by the end of their path. None where it
 * holds what stands for something else.
 */
export function filesNamed(
  written: string,
  { inRepository }: Pick<DriftDocument, "inRepository">,
  repository: Repository,
): readonly string[] {
  const path = written.replace(/(\.\w+)[:#].*$/, "$1").replace(/^(?:@site|[@~])\//, "/");
  if (/[<>|*]|\$\{|^https?:/.test(path)) return [];
  const ending = (end: string): readonly string[] => {
    const found = repository.withEnding(end);
    return found.length > MAX_SAME ? [] : found;
  };
  const [, module, family, below] = RESOURCE.exec(path) ?? [];
  if (family !== undefined) {
    const own = /(?:^|.*\/)modules\/([^/]+)\//.exec(inRepository)?.[1];
    return ending(`modules/${module ?? own ?? "ROOT"}/${family}s/${normalizePath(below!)}`);
  }
  const folder = parentPath(inRepository);
  const beside = path.startsWith("/") ? [] : [normalizePath(joinPath(folder, path)), normalizePath(path)];
  const exact = beside.find((each) => repository.has(each));
  if (exact !== undefined) return [exact];
  const name = path.replace(/^(?:\.{0,2}\/)+/, "");
  return ending(name);
}
