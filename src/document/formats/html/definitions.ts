/** Definition lists: terms with what is said about them, such as the functions of a reference. */
import { headingId } from "./heading_id.ts";
import { classesOf, type Element, isElement, isText, type PageNode, type Parent } from "./page_tree.ts";
import { cleanText, plainText } from "./plain_text.ts";
import { type IsDropped, isPermalink } from "./shown.ts";

/** Terms that share their definitions. */
export interface DefinitionGroup {
  readonly terms: readonly Element[];
  readonly definitions: readonly Element[];
}

/** A definition to which the page links. */
export interface LinkedDefinition {
  readonly id: string;
  readonly title: string;
  /** What each of its terms says beyond the title. */
  readonly lines: readonly { readonly text: string; readonly isCode: boolean; readonly term: Element }[];
}

/** Parts of the name in a signature, as Sphinx marks them. */
const NAME_CLASSES: ReadonlySet<string> = new Set(["descclassname", "descname", "sig-name", "sig-prename"]);
/** Lists whose ids are there to come back to a text. */
const NOTES: ReadonlySet<string> = new Set(["citation", "footnote"]);

/** What a list defines, in order; null for one that holds anything else. */
export function definitionsOf(list: Element, isDropped: IsDropped): readonly DefinitionGroup[] | null {
  const found: { readonly terms: Element[]; readonly definitions: Element[] }[] = [];
  const collect = (parent: Parent): boolean =>
    parent.childNodes.every((child) => {
      if (isText(child)) return child.value.trim() === "";
      if (!isElement(child) || isDropped(child)) return true;
      if (child.tagName === "div" && parent === list) return collect(child);
      const last = found.at(-1);
      if (child.tagName === "dt") {
        if (last === undefined || last.definitions.length > 0) found.push({ terms: [child], definitions: [] });
        else last.terms.push(child);
        return true;
      }
      if (child.tagName !== "dd") return false;
      if (last === undefined) found.push({ terms: [], definitions: [child] });
      else last.definitions.push(child);
      return true;
    });
  return collect(list) ? found : null;
}

/** Whether a `dt` may begin an entry, as far as the element itself says. */
export function isLinkedTerm(element: Element): boolean {
  return element.tagName === "dt" && headingId(element, 0) !== null;
}

/** Whether the ids in a list are there to come back to a text, so that none of them begins an entry. */
export function isOfNotes(list: Element): boolean {
  return classesOf(list).some((name) => NOTES.has(name));
}

/** The entry that a definition is; null where the page does not link to it. */
export function entryOf({ terms }: DefinitionGroup, isDropped: IsDropped): LinkedDefinition | null {
  const [first, ...others] = terms;
  if (first === undefined) return null;
  const id = headingId(first, 0);
  if (id === null) return null;
  const isLeftOut = (element: Element): boolean => isDropped(element) || isPermalink(element);
  const text = plainText(first, isLeftOut);
  const name = nameOf(first) || nameInSignature(text, id);
  const title = name === "" ? text : fullName(name, id);
  if (title === "") return null;
  const lines = (name === "" ? others : terms).map((term) => ({
    text: plainText(term, isLeftOut),
    isCode: nameOf(term) !== "" || (term === first && name !== ""),
    term,
  }));
  return { id, title, lines: lines.filter((line) => line.text !== "" && line.text !== title) };
}

/** The name before the parameters of a signature, if the id spells it out: `os.path.join(path, *paths)`. */
function nameInSignature(text: string, id: string): string {
  const name = /^([\p{L}_][\p{L}\p{N}_.:$]*)\s*\(/u.exec(text)?.[1] ?? "";
  return name !== "" && (id === name || id.endsWith(`.${name}`)) ? name : "";
}

/** The name in a signature; empty for a term that is none. */
function nameOf(term: Element): string {
  const parts: string[] = [];
  const collect = (node: PageNode, isName: boolean): void => {
    if (isText(node) && isName) parts.push(node.value);
    if (!isElement(node)) return;
    const isInName = isName || classesOf(node).some((name) => NAME_CLASSES.has(name));
    node.childNodes.forEach((child) => collect(child, isInName));
  };
  term.childNodes.forEach((child) => collect(child, false));
  return cleanText(parts.join("")).replace(/\s+/g, " ").trim();
}

/** The name with its module and class, which the id of a definition in Sphinx spells out. C has a prefix there. */
function fullName(name: string, id: string): string {
  return id.endsWith(`.${name}`) ? id.replace(/^c\./, "") : name;
}
