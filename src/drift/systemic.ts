/**
 * Finds the broken links that share one cause which ra does not understand: anchors of one page that something makes,
 * and links of a form that hardly ever leads anywhere. One note says of them what as many findings would say.
 */
import { fileExtension } from "../text/paths.ts";
import type { CheckedLink } from "./checked_link.ts";

/** Links that are broken for one reason. */
export interface SystemicCause {
  readonly message: string;
  readonly links: readonly CheckedLink[];
}

/** So many different anchors of a page have to be missing, and so many different links of a form. */
const MIN_ANCHORS = 5;
const MIN_OF_FORM = 10;
/** So many times as many as the page has, and as it has headings: a page that was cut lost fewer. */
const TIMES_AS_MANY = 2;
/** Examples that a note names. */
const SHOWN = 3;

/** `headingsOf` counts the headings of a page, by its path in the repository. */
export function systemicCauses(
  checked: readonly CheckedLink[],
  headingsOf: (page: string) => number,
): readonly SystemicCause[] {
  const ofPages = causesOfPages(checked, headingsOf);
  const taken = new Set(ofPages.flatMap(({ links }) => links));
  return [...ofPages, ...causesOfForms(checked.filter((one) => !taken.has(one)))];
}

function causesOfPages(checked: readonly CheckedLink[], headingsOf: (page: string) => number): SystemicCause[] {
  const pages = new Map<string, Tally>();
  for (const one of checked) {
    const { verdict } = one;
    if (verdict.state === "unchecked" || verdict.anchor === undefined) continue;
    const { page, fragment } = verdict.anchor;
    count(tallyOf(pages, page), fragment, one);
  }
  return [...pages].flatMap(([page, { broken, living, links }]) => {
    const isMade = broken.size >= Math.max(MIN_ANCHORS, TIMES_AS_MANY * Math.max(living.size, headingsOf(page)));
    if (!isMade) return [];
    const message = `${amount(links)} anchors of ${page} that its source does not have (${
      examples(broken, "#")
    }): something may make them, such as a plug-in or a component`;
    return [{ message, links }];
  });
}

/** A link may have several forms. That of the most links comes first, so that one cause gives one note. */
function causesOfForms(checked: readonly CheckedLink[]): SystemicCause[] {
  const forms = new Map<string, Tally>();
  for (const one of checked) {
    if (one.verdict.state === "unchecked" || one.isIgnored) continue;
    for (const { form, name } of formsOf(one)) count(tallyOf(forms, form), name, one);
  }
  const taken = new Set<CheckedLink>();
  const failing = [...forms.values()].filter(({ broken, living }) => broken.size >= Math.max(MIN_OF_FORM, living.size))
    .sort((a, b) => b.links.length - a.links.length);
  return failing.flatMap(({ broken, links }) => {
    const own = links.filter((one) => !taken.has(one));
    if (own.length === 0) return [];
    own.forEach((one) => taken.add(one));
    const message = `${own.length} links of one form lead nowhere (${
      examples(broken, "")
    }), and most of this form do: ra may not know what the form means`;
    return [{ message, links: own }];
  });
}

/** Different names, and the links with the broken ones. */
interface Tally {
  readonly broken: Set<string>;
  readonly living: Set<string>;
  readonly links: CheckedLink[];
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key) ?? { broken: new Set(), living: new Set(), links: [] };
  tallies.set(key, known);
  return known;
}

function count({ broken, living, links }: Tally, name: string, one: CheckedLink): void {
  if (one.isIgnored) return;
  if (one.verdict.state === "lives") living.add(name);
  else {
    broken.add(name);
    links.push(one);
  }
}

function amount(links: readonly CheckedLink[]): string {
  return links.length === 1 ? "1 link names" : `${links.length} links name`;
}

function examples(names: ReadonlySet<string>, sign: string): string {
  const shown = [...names].slice(0, SHOWN).map((name) => sign + name);
  return `${shown.join(", ")}${names.size > SHOWN ? ` and ${names.size - SHOWN} more` : ""}`;
}

/** A form of links, and what tells a link of the form from another one. */
interface LinkForm {
  readonly form: string;
  readonly name: string;
}

/** The forms of a link within its tree. One that a file in another case or spelling answers is understood. */
function formsOf({ document, link, verdict }: CheckedLink): readonly LinkForm[] {
  if (verdict.state === "broken" && verdict.isUnderstood === true) return [];
  const { tree } = document.origin.document;
  const named = verdict.state !== "unchecked" && verdict.anchor !== undefined;
  const hash = link.destination.indexOf("#");
  const fragment = hash < 0 ? "" : link.destination.slice(hash + 1);
  if (verdict.state === "broken" && named) return formsOfAnchor(fragment, tree);
  const path = hash < 0 ? link.destination : link.destination.slice(0, hash);
  const ofPath = path === "" ? [] : formsOfPath(path, link, tree);
  if (verdict.state === "broken" && verdict.isElsewhere === true) {
    return [...ofPath, { form: `${tree} by name`, name: path }];
  }
  return verdict.state === "lives" && fragment !== "" ? [...ofPath, ...formsOfAnchor(fragment, tree)] : ofPath;
}

/** The word that an anchor begins with (`tool-build`, `Sponsor this`), and signs that headings have no anchors with. */
function formsOfAnchor(fragment: string, tree: string): readonly LinkForm[] {
  const word = /^\p{L}{3,}(?=[^\p{L}\p{N}])/u.exec(fragment)?.[0];
  const signs = [...new Set(fragment.match(/[.:()@/]/g) ?? [])].sort().join("");
  return [
    ...word === undefined ? [] : [{ form: `${tree} #${word}`, name: fragment }],
    ...signs === "" ? [] : [{ form: `${tree} # ${signs}`, name: fragment }],
  ];
}

function formsOfPath(path: string, { kind, role }: CheckedLink["link"], tree: string): readonly LinkForm[] {
  const [, scheme = "", rest = ""] = /^((?:[a-z]+:(?!\/\/))?)(.*)$/i.exec(path) ?? [];
  const of = [tree, kind, role ?? "", scheme].join(" ");
  if (scheme === "ref:") {
    const word = /^\p{L}{2,}(?=[-_.:/ ])/u.exec(rest)?.[0];
    return [{ form: of, name: rest }, ...word === undefined ? [] : [{ form: `${of} ${word}`, name: rest }]];
  }
  if (kind === "wiki") return [];
  const [, site, below = ""] = /^https?:\/\/([^/]+)\/(.*)$/i.exec(rest) ?? [];
  if (site !== undefined) {
    return [{ form: `${of} ${site}/${below.split("/").slice(0, 5).join("/")}`, name: rest }];
  }
  // An address without its scheme, or in brackets, is a slip, and its folders are none of a documentation.
  if (/^[\w-]+(?:\.[\w-]+)+\/|:\/\//.test(rest)) return [];
  const start = /^(?:\/|\.\.\/|\.\/)/.exec(rest)?.[0] ?? (rest.includes("/") ? "x/" : "x");
  const end = rest.endsWith("/") ? "/" : fileExtension(rest);
  const first = /^\/([^/]+)\/./.exec(rest)?.[1];
  return [
    { form: `${of} ${start} ${end}`, name: rest },
    ...first === undefined ? [] : [{ form: `${of} /${first}`, name: rest }],
  ];
}
