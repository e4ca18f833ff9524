/** What a role shows of its text. */
import type { InlineMark, TextRange } from "../markup.ts";

/** Roles whose text is taken as it is written. For all others, `text <target>` shows the text. */
const PLAIN_ROLES: ReadonlySet<string> = new Set(
  ("abbr abbreviation ac code command dfn emphasis eq file guilabel kbd literal makevar manpage math menuselection " +
    "mimetype newsgroup program raw regexp samp strong sub subscript sup superscript t title title-reference").split(
      " ",
    ),
);
/** Roles whose braces mark what the reader puts in. */
const BRACED_ROLES: ReadonlySet<string> = new Set(["file", "samp"]);
/** Roles that lead to documents. */
const DOCUMENT_ROLES: ReadonlySet<string> = new Set(["doc", "download"]);
/** Roles that lead to labels, terms, and what a program describes, in any document. */
const LABEL_ROLES: ReadonlySet<string> = new Set(
  ("any attr class cmdoption confval const data django-admin envvar event exc func keyword lookup macro member meth mod " +
    "numref obj option ref setting struct templatefilter templatetag term token type var").split(" "),
);
const MARKS: Readonly<Record<string, InlineMark["kind"]>> = {
  emphasis: "emphasis",
  strong: "strong",
  command: "strong",
  dfn: "emphasis",
  guilabel: "strong",
  menuselection: "strong",
  sub: "subscript",
  subscript: "subscript",
  sup: "superscript",
  superscript: "superscript",
  term: "emphasis",
  ref: "emphasis",
  doc: "emphasis",
};

/** Numbers that the page names. */
const NUMBERED: ReadonlyMap<string, string> = new Map([["pep", "PEP "], ["rfc", "RFC "], ["cve", "CVE "], [
  "cwe",
  "CWE ",
]]);
/** Names of what is called. */
const CALLED: ReadonlySet<string> = new Set(["func", "meth"]);

/** What is shown of a role's text, in positions of that text. */
interface ShownRole {
  /** What is not shown. */
  readonly hidden: readonly TextRange[];
  readonly kind: InlineMark["kind"];
  /** What the page shows before and after it, and the text does not have. */
  readonly before?: string;
  readonly after?: string;
  /** Where it leads in the project, if that is known from the text alone. */
  readonly destination?: string;
}

const EXPLICIT = /^([^]+?)\s*(?<!\\)<([^<]*)>$/;

/** `text` is what stands between the signs. */
export function shownRole(role: string, text: string): ShownRole {
  const name = role.slice(role.lastIndexOf(":") + 1);
  const kind = MARKS[name] ?? "code";
  if (PLAIN_ROLES.has(name)) return { hidden: BRACED_ROLES.has(name) ? bracesIn(text) : [], kind };
  const explicit = text.length <= MAX_TEXT ? EXPLICIT.exec(text) : null;
  if (explicit !== null) {
    const [, shown = "", target = ""] = explicit;
    const start = text.startsWith("!") ? 1 : 0;
    const hidden = [{ start: 0, end: start }, { start: shown.length, end: text.length }];
    return { hidden: hidden.filter((range) => range.start < range.end), kind, ...destinationOf(name, target) };
  }
  const hidden = { start: 0, end: prefixOf(text) };
  return {
    hidden: hidden.end > 0 ? [hidden] : [],
    kind,
    ...destinationOf(name, text),
    before: NUMBERED.get(name) ?? "",
    after: CALLED.has(name) && !text.endsWith("()") ? "()" : "",
  };
}

/** Longer texts have no target. */
const MAX_TEXT = 10_000;

/** `!name` is no link, `~a.b.c` shows `c`, and `.name` stands in any module. */
function prefixOf(text: string): number {
  if (text.startsWith("~")) {
    const name = /^~!?[^\s(]*/.exec(text)![0];
    const cut = Math.max(name.lastIndexOf("."), name.lastIndexOf("::") + 1);
    return cut > 0 && cut < name.length - 1 ? cut + 1 : 1;
  }
  return /^!?(?:\.(?=[A-Za-z_]))?/.exec(text)![0].length;
}

function destinationOf(name: string, target: string): Pick<ShownRole, "destination"> {
  const written = target.trim().replace(/^[~.]+(?=\w)/, "");
  if (written === "" || written.startsWith("!")) return {};
  if (DOCUMENT_ROLES.has(name)) return { destination: `doc:${target.trim()}` };
  return LABEL_ROLES.has(name) ? { destination: `ref:${written}` } : {};
}

function bracesIn(text: string): readonly TextRange[] {
  return [...text.matchAll(/(?<!\\)[{}]/g)].map(({ index }) => ({ start: index, end: index + 1 }));
}
