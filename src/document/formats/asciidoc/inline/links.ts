/** Finds links: addresses, `link:target[text]`, `xref:target[text]` and `<<id,text>>`. */
import { type ListedValue, readAttributeList } from "../attribute_list.ts";
import { sectionId } from "../ids.ts";
import type { AsciidocState } from "../state.ts";
import { Closings, GONE, type InlineText } from "./inline_text.ts";
import { eachMacro } from "./macros.ts";

const ADDRESS = /(link:)?(\\?)(?:https?|file|ftp|irc):\/\/[^\s[\]<>\ue000]+/g;

/** The signs after which an address may stand. */
const BEFORE = " \t\n<>()[];\"'\ue000";

export function findLinks(inline: InlineText, state: AsciidocState): void {
  if (inline.work.includes("://")) addresses(inline, state);
  if (/link:|mailto:/.test(inline.work)) {
    eachMacro(
      inline,
      /\\?(?:link|(mailto)):([^:\s[][^\s[]{0,500})?\[/g,
      "]",
      ({ index, 1: mail, 2: target = "" }, from, end) => {
        const start = from - 1 - target.length;
        linkText(inline, { start: index, target: start, from, end }, mail === undefined ? "=" : ",");
        if (mail === undefined && target !== "") {
          note(inline, state, inline.writtenIn(start, from - 1), [index, end + 1]);
        }
        return end + 1;
      },
    );
  }
}

function addresses(inline: InlineText, state: AsciidocState): void {
  const { work } = inline;
  const closings = new Closings(work, "]");
  for (const match of work.matchAll(ADDRESS)) {
    const [whole, prefix = "", escape] = match;
    const { index } = match;
    if (prefix === "" && index > 0 && !BEFORE.includes(work[index - 1]!)) continue;
    const start = index + prefix.length;
    if (escape !== "") {
      inline.hide(start, start + 1, GONE);
      continue;
    }
    let to = index + whole.length;
    const from = to + 1;
    const end = work[to] !== "[" || /[.,]$/.test(whole) ? -1 : work[from] === "]" ? from : closings.after(from);
    if (end >= 0) {
      linkText(inline, { start: index, target: start, from, end }, "=");
      note(inline, state, inline.writtenIn(start, to), [index, end + 1]);
      continue;
    }
    if (prefix !== "" || "\"'".includes(work[index - 1] ?? "x")) continue;
    while (to > start && ".,;:)?!".includes(work[to - 1]!)) to--;
    // In signs that enclose an address, only the address is shown.
    if (work[index - 1] === "<" && work[to] === ">") {
      inline.hide(index - 1, index);
      inline.hide(to, to + 1);
    }
    inline.mark("link", start, to, inline.written.slice(start, to));
    state.found.link("link", inline.written.slice(start, to), inline.sourceOf(start), inline.sourceOf(to - 1) + 1);
  }
  inline.flush();
}

interface MacroPlaces {
  readonly start: number;
  /** Where the target begins. It ends before the bracket. */
  readonly target: number;
  /** The text, in brackets. */
  readonly from: number;
  readonly end: number;
}

/** Shows the text of a link, or else its target. */
function linkText(inline: InlineText, { start, target, from, end }: MacroPlaces, sign: string): void {
  const text = textIn(inline.work, from, end, sign);
  const to = text.end > text.start && inline.work[text.end - 1] === "^" ? text.end - 1 : text.end;
  const destination = inline.writtenIn(target, from - 1);
  if (to > text.start) {
    inline.hide(start, text.start);
    inline.hide(to, end + 1);
    inline.mark("link", text.start, to, destination);
  } else {
    inline.hide(start, target);
    inline.hide(from - 1, end + 1);
    inline.cover(target, from - 1, "\ue001");
    inline.mark("link", target, from - 1, destination);
  }
}

/** Without what else stands in the brackets. */
function textIn(work: string, from: number, end: number, sign: string): ListedValue {
  const whole = { text: work.slice(from, end), start: from, end };
  if (!whole.text.includes(sign)) return whole;
  const { positional, named } = readAttributeList(whole.text, from);
  if (named.size === 0 && sign === "=") return whole;
  return positional[0] ?? { text: "", start: from, end: from };
}

function note(inline: InlineText, state: AsciidocState, destination: string, [start, end]: readonly [number, number]) {
  state.found.link("link", destination, inline.sourceOf(start), inline.sourceOf(end - 1) + 1);
}

export function findReferences(inline: InlineText, state: AsciidocState): void {
  if (inline.work.includes("<<")) {
    eachMacro(inline, /\\?<<(?=[\p{L}\p{M}\p{Nd}\p{Pc}#/.:{\ue003])/gu, ">>", ({ index }, from, end) => {
      const comma = inline.work.slice(from, end).indexOf(",");
      const id = inline.written.slice(from, comma < 0 ? end : from + comma).trim();
      const text = comma < 0 ? end : from + comma + 1;
      if (inline.work.slice(text, end).trim() === "") {
        inline.hide(index, from);
        inline.hide(comma < 0 ? end : from + comma, end + 2);
        inline.mark("link", from, comma < 0 ? end : from + comma, destinationOf(id, state));
      } else {
        inline.hide(index, text);
        inline.hide(end, end + 2);
        inline.mark("link", text, end, destinationOf(id, state));
      }
      reference(inline, state, id, [index, end + 2]);
      return end + 2;
    });
  }
  if (inline.work.includes("xref:")) {
    eachMacro(
      inline,
      /\\?xref:([\p{L}\p{M}\p{Nd}\p{Pc}#/.:{\ue003][^[\]\n]{0,500})\[/gu,
      "]",
      ({ index }, from, end) => {
        const id = inline.written.slice(index + "xref:".length, from - 1);
        linkText(inline, { start: index, target: index + "xref:".length, from, end }, "=");
        reference(inline, state, id, [index, end + 1]);
        return end + 1;
      },
    );
  }
}

function reference(
  inline: InlineText,
  state: AsciidocState,
  id: string,
  [start, end]: readonly [number, number],
): void {
  const places = { start: inline.sourceOf(start), end: inline.sourceOf(end - 1) + 1 };
  if (isFile(id)) state.found.link("link", `xref:${id}`, places.start, places.end);
  else state.references.push({ id: id.replace(/^#/, ""), ...places });
}

function isFile(id: string): boolean {
  return /^[^#]+#|\.[a-z]{2,8}$/i.test(id);
}

/** A section may be named by its title. */
function destinationOf(id: string, state: AsciidocState): string {
  if (isFile(id)) return `xref:${id}`;
  const name = id.replace(/^#/, "");
  const isTitle = name.includes(" ") || (/\p{Lu}/u.test(name) && !state.ids.has(name));
  return `#${isTitle ? state.titles.get(name) ?? sectionId(name, state) : name}`;
}
