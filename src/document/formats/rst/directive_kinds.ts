/** What the directives of docutils, of Sphinx and of its usual extensions do with their text. */

export type DirectiveKind =
  /** A box whose name is its title. */
  | "note"
  /** A box or a part that its argument names. */
  | "titled"
  /** Its text, as if it stood there. Its argument is for the program alone. */
  | "plain"
  | "code"
  /** Text in which lines count. */
  | "verse"
  | "hidden"
  | "image"
  | "figure"
  | "toctree"
  | "csv"
  | "include"
  /** In which version something has changed. */
  | "version"
  /** A heading that no table of contents lists. */
  | "rubric"
  | "module"
  /** The scope of C and C++ in which what follows is declared. */
  | "namespace"
  | "setting"
  | "glossary"
  | "substitution";

const NAMES: Readonly<Record<DirectiveKind, string>> = {
  note: "attention caution danger error hint important note tip warning seealso todo",
  titled:
    "admonition topic sidebar table list-table tab group-tab tab-item dropdown card grid-item-card details contents",
  plain:
    "compound container epigraph highlights pull-quote parsed only ifconfig hlist centered acks rst-class cssclass " +
    "tabs tab-set grid grid-item div line-block block-quote nested",
  code: "code code-block sourcecode console literal math productionlist doctest testcode testoutput prompt ipython " +
    "command-output program-output terminal shell highlight-block raw code-tab",
  verse: "parsed-literal",
  hidden: "index role default-role highlight highlightlang meta sectnum section-numbering target-notes header footer " +
    "tabularcolumns sectionauthor codeauthor moduleauthor todolist testsetup testcleanup graphviz digraph graph mermaid " +
    "uml plantuml inheritance-diagram title restructuredtext-test-directive centered-image plot tikz jinja blockdiag " +
    "seqdiag nwdiag actdiag bibliography raw-latex",
  image: "image thumbnail",
  figure: "figure",
  toctree: "toctree",
  csv: "csv-table",
  include: "include literalinclude",
  version: "versionadded versionchanged versionremoved version-added version-changed version-removed deprecated " +
    "deprecated-removed",
  rubric: "rubric",
  module: "module currentmodule py:module py:currentmodule js:module",
  namespace: ["", "c:", "cpp:"].map((domain) => `${domain}namespace ${domain}namespace-push ${domain}namespace-pop`)
    .join(" "),
  setting: "default-domain program option-program",
  glossary: "glossary",
  substitution: "replace unicode date",
};

const KINDS: ReadonlyMap<string, DirectiveKind> = new Map(
  (Object.entries(NAMES) as [DirectiveKind, string][])
    .flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind])),
);

/** Undefined for a directive that is not known. */
export function kindOf(name: string): DirectiveKind | undefined {
  return KINDS.get(name.toLowerCase());
}

/** What programs describe, without a domain. */
const OBJECTS: ReadonlySet<string> = new Set(
  ("function data exception class method classmethod staticmethod attribute property decorator decoratormethod type " +
    "macro member var enum enumerator struct union option cmdoption envvar describe object confval event setting " +
    "django-admin django-admin-option opcode pdbcommand").split(" "),
);
/** What stands in a domain and describes nothing. */
const NO_OBJECTS: ReadonlySet<string> = new Set(["alias"]);
/** Objects of Python whose names are relative to the class that they stand in. */
export const CLASSES: ReadonlySet<string> = new Set(["class", "exception", "interface"]);

/** The kind of the object that a directive describes; undefined for other directives. */
export function objectKind(name: string): { readonly domain: string | null; readonly kind: string } | undefined {
  const colon = name.indexOf(":");
  const domain = colon < 0 ? null : name.slice(0, colon);
  const kind = (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
  // A domain may have any kinds.
  return (domain === null ? OBJECTS.has(kind) : !NO_OBJECTS.has(kind)) ? { domain, kind } : undefined;
}

const AUTODOC = /^auto(module|class|exception|function|data|method|attribute|property|decorator|enum|pydantic_\w+)$/;

/** The kind of the object whose description stands in a source; undefined for other directives. */
export function autodocKind(name: string): string | undefined {
  return AUTODOC.exec(name)?.[1];
}
