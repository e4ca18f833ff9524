/** Reads the text of a paragraph: what is shown of it, and how. */
import type { AsciidocLine } from "../lines.ts";
import type { AsciidocState } from "../state.ts";
import { InlineText } from "./inline_text.ts";
import { findAnchors, findFootnotes, findMacros } from "./macros.ts";
import { findLinks, findReferences } from "./links.ts";
import { passThrough } from "./passthroughs.ts";
import { findQuotes } from "./quotes.ts";
import { findCharacters, type PlacedValue, placeValues } from "./references.ts";

export interface InlineRules {
  /** The text is shown elsewhere too, with its values. */
  readonly isTitle?: boolean;
  /** The substitutions that are made. By default, all. */
  readonly subs?: ReadonlySet<string>;
}

const SIGNS = /[*_`#^~'+\\{[<:&$(]/;

/** Returns the text that is shown. */
export function readInline(lines: readonly AsciidocLine[], state: AsciidocState, rules: InlineRules = {}): string {
  if (lines.length === 1 && (lines[0]!.text.length < 2 || !SIGNS.test(lines[0]!.text))) return lines[0]!.text;
  const inline = new InlineText(lines);
  if (!SIGNS.test(inline.work)) return inline.written;
  const { subs } = rules;
  const does = (name: string): boolean => subs === undefined || subs.has(name);
  const isCompat = state.isCompat;
  if (does("macros")) passThrough(inline, isCompat);
  if (does("quotes")) findQuotes(inline, isCompat);
  const values = does("attributes") ? placeValues(inline, state) : [];
  if (does("replacements")) findCharacters(inline);
  for (const { start, end } of values) inline.cover(start, end, null);
  inline.flush();
  if (does("macros")) {
    findMacros(inline, state);
    findLinks(inline, state);
    findAnchors(inline, state);
    findReferences(inline, state);
    findFootnotes(inline);
  }
  if (does("post_replacements")) hardBreaks(inline);
  inline.note(state.found);
  noteValues(inline, values, state, rules.isTitle === true);
  return inline.shown;
}

/** The values that are shown. Those in targets are not. */
function noteValues(inline: InlineText, values: readonly PlacedValue[], state: AsciidocState, isTitle: boolean): void {
  if (values.length === 0) return;
  const hidden: { readonly start: number; readonly end: number }[] = [];
  for (let at = 0; at < inline.hidden.length; at += 2) {
    hidden.push({ start: inline.hidden[at]!, end: inline.hidden[at + 1]! });
  }
  hidden.sort((a, b) => a.start - b.start);
  let at = 0;
  for (const { name, value, start, at: place } of values) {
    while (at < hidden.length && hidden[at]!.end <= start) at++;
    const isHidden = at < hidden.length && hidden[at]!.start <= start;
    if (isHidden) continue;
    if (place !== undefined && value !== "") state.found.standIn(place, place + 1, value);
    if (!isTitle && !state.attributes.isBuiltIn(name)) state.value(name, value);
  }
}

/** A plus at the end of a line breaks it. */
function hardBreaks(inline: InlineText): void {
  if (!inline.work.includes(" +")) return;
  for (const { index } of inline.work.matchAll(/ \+$/gm)) inline.hide(index + 1, index + 2);
}
