/** Recognises the titles of sections, and reads them. */
import type { BlockAttributes } from "./attribute_list.ts";
import { readInline } from "./inline/inline.ts";
import { headingId } from "./ids.ts";
import { type AsciidocLine, endOf, isRun, type LineCursor } from "./lines.ts";
import type { AsciidocState } from "./state.ts";

const ATX = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/;
const ANCHOR_AT_END = / (\\)?\[\[([\p{L}_:][\p{L}\p{M}\p{Nd}\p{Pc}\-:.]*)(?:, *([^\]]+))?\]\]$/u;

/** A title: its level from 0, its line, and the line of signs under it. */
interface TitleLines {
  readonly level: number;
  readonly line: AsciidocLine;
  /** What is under it, for the old form. */
  readonly under: AsciidocLine | undefined;
  /** Where its text begins and ends in the line. */
  readonly from: number;
  readonly to: number;
}

export function titleAt({ line, following }: LineCursor): TitleLines | undefined {
  if (line === undefined) return undefined;
  const [, signs, rest] = ATX.exec(line.text) ?? [];
  if (signs !== undefined) {
    const closing = /[ \t]+(=+|#+)$/.exec(rest!.slice(-8));
    const to = closing?.[1] === signs ? line.text.length - closing[0].length : line.text.length;
    const from = line.text.length - rest!.length;
    if (to > from) return { level: signs.length - 1, line, under: undefined, from, to };
  }
  const level = following === undefined ? -1 : underlineLevel(line.text, following.text);
  return level < 0 ? undefined : { level, line, under: following, from: 0, to: line.text.length };
}

const UNDERLINES = "=-~^+";

/** -1 where the second line is no underline of the first. Its length counts in characters. */
function underlineLevel(title: string, under: string): number {
  const level = UNDERLINES.indexOf(under[0] ?? " ");
  if (level < 0 || under.length > title.length + 1 || title.startsWith(".") || !isRun(under)) return -1;
  if (Math.abs([...title].length - under.length) > 1) return -1;
  return /[\p{L}\p{Nd}]/u.test(title) ? level : -1;
}

/** Reads the title at the cursor as a heading. */
export function readHeading(
  title: TitleLines,
  cursor: LineCursor,
  attributes: BlockAttributes,
  state: AsciidocState,
  { depth, isTop = false }: { readonly depth: number; readonly isTop?: boolean },
): string {
  const { line, under, from } = title;
  const start = line.start + from;
  let end = line.start + title.to;
  const anchor = ANCHOR_AT_END.exec(line.text.slice(from, title.to));
  let id = attributes.id;
  if (anchor !== null && anchor[1] === undefined && id === undefined) {
    id = anchor[2];
    state.found.hide(end - anchor[0].length, end);
    end -= anchor[0].length;
  }
  state.found.hide(line.start, start);
  state.found.hide(line.start + title.to, endOf(line));
  if (under !== undefined) state.hideLine(under);
  cursor.at += under === undefined ? 1 : 2;
  const text = readInline([{ text: state.text.slice(start, end), start }], state, { isTitle: true });
  const offset = Number.parseInt(state.attributes.get("leveloffset") ?? "0", 10) || 0;
  const made = id ?? headingId(text, state);
  state.ids.set(made, state.ids.get(made) ?? 2);
  if (!state.titles.has(text)) state.titles.set(text, made);
  const places = { lineStart: line.start, bodyStart: state.nextLine(under === undefined ? endOf(line) : endOf(under)) };
  if (id === undefined || !isTop) state.found.anchor(made, line.start);
  const level = Math.min(6, Math.max(0, title.level + offset) + 1);
  // In another block, it heads no section.
  if (isTop) state.found.heading({ level, text, id: id ?? null, ...places }, { start, end }, depth);
  else state.block({ kind: "heading", level, depth, start, end });
  return text;
}
