/** Finds macros: `name:target[text]`, index terms, anchors and footnotes. */
import { readAttributeList } from "../attribute_list.ts";
import type { AsciidocState } from "../state.ts";
import { Closings, GONE, type InlineText } from "./inline_text.ts";

/** Runs over all places of a head that have a closing sign. Returns where to go on. */
export function eachMacro(
  inline: InlineText,
  head: RegExp,
  close: string,
  read: (match: RegExpExecArray, from: number, end: number) => number | undefined,
): void {
  const { work } = inline;
  if (!work.includes(close)) return;
  const closings = new Closings(work, close);
  const opening = new RegExp(head);
  for (let match = opening.exec(work); match !== null; match = opening.exec(work)) {
    const from = match.index + match[0].length;
    const end = work.startsWith(close, from) ? from : closings.after(from);
    if (end < 0) return;
    if (match[0].startsWith("\\")) {
      inline.hide(match.index, match.index + 1, GONE);
      opening.lastIndex = end + close.length;
      continue;
    }
    opening.lastIndex = read(match, from, end) ?? end + close.length;
  }
  inline.flush();
}

export function findMacros(inline: InlineText, state: AsciidocState): void {
  const { work } = inline;
  if (work.includes(":") && work.includes("[")) {
    if (work.includes("linkgit:")) manuals(inline, state);
    if (/(?:kbd|btn):\[|menu:/.test(work)) keys(inline);
    if (/image:|icon:/.test(work)) images(inline, state);
  }
  if (work.includes("((") || work.includes("indexterm")) indexTerms(inline);
}

/** `linkgit:git-log[1]` of git's manuals is shown as git-log(1). */
function manuals(inline: InlineText, state: AsciidocState): void {
  eachMacro(inline, /\\?linkgit:([^\s[\]]{1,100})\[/g, "]", ({ index, 1: target }, from, end) => {
    inline.hide(index, index + "linkgit:".length);
    // The brackets stay, as they keep the words apart.
    inline.mark("link", index + "linkgit:".length, from - 1, `${target}.adoc`);
    state.found.link("link", `${target}.adoc`, inline.sourceOf(index), inline.sourceOf(end) + 1);
    return end + 1;
  });
}

function keys(inline: InlineText): void {
  eachMacro(inline, /\\?(?:kbd|btn):\[/g, "]", ({ index }, from, end) => {
    inline.hide(index, from);
    inline.hide(end, end + 1);
    inline.mark("code", from, end);
    return end + 1;
  });
  eachMacro(inline, /\\?menu:(?:[^\s[\]]|[\p{L}\p{Nd}_&][^\n[\]]{0,200}[^\s[\]])\[/gu, "]", ({ index }, from, end) => {
    inline.hide(index, index + "menu:".length);
    if (end === from) inline.hide(from - 1, end + 1);
    return end + 1;
  });
}

function images(inline: InlineText, state: AsciidocState): void {
  eachMacro(
    inline,
    /\\?(image|icon):([^:\s[](?:[^\n[]{0,500}[^\s[])?)\[/g,
    "]",
    ({ index, 1: kind, 2: target }, from, end) => {
      const { positional, named } = readAttributeList(inline.work.slice(from, end), from);
      const alt = named.get("alt") ?? (kind === "icon" ? undefined : positional[0]);
      inline.hide(index, alt?.start ?? end + 1);
      if (alt !== undefined) inline.hide(alt.end, end + 1);
      if (kind === "image") {
        if (alt !== undefined) inline.mark("image", alt.start, alt.end, target);
        state.found.link("image", target!, inline.sourceOf(index), inline.sourceOf(end) + 1);
      }
      return end + 1;
    },
  );
}

/** `((term))` is shown, `(((a, b)))` is not. */
function indexTerms(inline: InlineText): void {
  eachMacro(inline, /\\?indexterm(2?):\[/g, "]", ({ index, 1: isShown }, from, end) => {
    inline.hide(index, isShown === "2" ? from : end + 1);
    if (isShown === "2") inline.hide(end, end + 1);
    return end + 1;
  });
  eachMacro(inline, /\\?\(\((?=[^)])/g, "))", ({ index }, from, end) => {
    const { work } = inline;
    let close = end;
    while (work[close + 2] === ")") close++;
    const [opens, closes] = [work[from] === "(", work[close - 1] === ")" && close - 1 > from];
    if (opens && closes) inline.hide(index, close + 2);
    else {
      inline.hide(opens ? index + 1 : index, opens ? from + 1 : from);
      const [see] = / (?:>>|&>) /.exec(work.slice(from, close)) ?? [];
      inline.hide(see === undefined ? close : work.indexOf(see, from), closes ? close + 1 : close + 2);
    }
    return close + 2;
  });
}

/** `[[id]]`, `anchor:id[]`, and footnotes, whose text stands where they are noted. */
export function findAnchors(inline: InlineText, state: AsciidocState): void {
  const { work } = inline;
  if (work.includes("[[")) {
    for (
      const match of work.matchAll(
        /(\\)?(\[?)\[\[([\p{L}_:][\p{L}\p{M}\p{Nd}\p{Pc}\-:.]{0,200})(?:, {0,9}([^\]\n]{1,500}))?\]\](\]?)/gu,
      )
    ) {
      const [whole, escape, open, id = "", text, close] = match;
      if (escape !== undefined) {
        inline.hide(match.index, match.index + 1, GONE);
        continue;
      }
      const isEntry = match.index === 0 && open !== "" && close !== "";
      const start = match.index + (isEntry ? 0 : open!.length);
      const end = match.index + whole.length - (isEntry ? 0 : close!.length);
      state.found.anchor(id, inline.sourceOf(start));
      // An entry of a bibliography shows its name.
      if (!isEntry) inline.hide(start, end);
      else {
        const shown = text === undefined ? start + 3 : end - 3 - text.length;
        inline.hide(start, start + 2);
        if (text !== undefined) inline.hide(start + 3, shown);
        inline.hide(end - 2, end);
      }
    }
    inline.flush();
  }
  if (work.includes("anchor:")) {
    eachMacro(
      inline,
      /\\?anchor:([\p{L}_:][\p{L}\p{M}\p{Nd}\p{Pc}\-:.]{0,200})\[/gu,
      "]",
      ({ index, 1: id }, _, end) => {
        state.found.anchor(id!, inline.sourceOf(index));
        inline.hide(index, end + 1);
        return end + 1;
      },
    );
  }
}

export function findFootnotes(inline: InlineText): void {
  if (!inline.work.includes("footnote")) return;
  // The brackets stay, as they keep the words apart.
  eachMacro(inline, /\\?footnote(ref)?:([\p{L}\p{Nd}_-]{0,100})\[/gu, "]", ({ index, 1: isOld }, from, end) => {
    const comma = isOld === undefined ? -1 : inline.work.slice(from, end).indexOf(",");
    if (end === from || (isOld !== undefined && comma < 0)) inline.hide(index, end + 1);
    else inline.hide(index, from - 1);
    if (comma >= 0) inline.hide(from, from + comma + 1);
    return end + 1;
  });
}
