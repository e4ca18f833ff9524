/** Puts the notes of a book behind the paragraphs that refer to them. */
import { escapeHtml } from "./archive.ts";
import { type Chapter, type Edit, inOrder, type Note } from "./epub_chapter.ts";

export interface BookNotes {
  /** The HTML of a chapter, with its notes in their places. */
  html(path: string): string;
  /** What notes have before them to lead back to the text, which has the same. */
  readonly marks: readonly string[];
}

/** `chapters` are in the order of the book. `resolve` tells where a link of a chapter leads. */
export function placeNotes(
  chapters: ReadonlyMap<string, Chapter>,
  resolve: (from: string, href: string) => string,
): BookNotes {
  const notes = new Map<string, { readonly path: string; readonly note: Note }>();
  for (const [path, chapter] of chapters) {
    for (const note of chapter.notes) notes.set(`${path}#${note.id}`, { path, note });
  }
  const marks: string[] = [];
  const own = ownEdits(chapters, resolve, marks);
  const edits = new Map<string, Edit[]>([...own].map(([path, all]) => [path, [...all]]));
  const moved = new Set<Note>();
  for (const [path, { links }] of chapters) {
    for (const { start, end, href, text, place } of links) {
      const found = notes.get(resolve(path, href));
      if (found === undefined) continue;
      const mark = `[${escapeHtml(text.replace(/^[[(]+|[\])]+$/g, "").trim())}]`;
      edits.get(path)!.push({ start, end, html: mark });
      if (moved.has(found.note)) continue;
      moved.add(found.note);
      const source = noteText(chapters.get(found.path)!.text, own.get(found.path)!, found.note);
      edits.get(path)!.push({ start: place, end: place, html: `<div>${marked(mark, source)}</div>` });
      edits.get(found.path)!.push({ start: found.note.start, end: found.note.end, html: "" });
    }
  }
  return { html: (path) => edited(chapters.get(path)!.text, edits.get(path)!), marks };
}

const LETTERS = /[^\p{L}\p{N}]+/gu;

/** Those of each chapter, in order, without the links back to the text. A number that the text has not is kept. */
function ownEdits(
  chapters: ReadonlyMap<string, Chapter>,
  resolve: (from: string, href: string) => string,
  marks: string[],
): ReadonlyMap<string, readonly Edit[]> {
  const inText = new Set<string>();
  for (const [path, { links }] of chapters) {
    for (const { href, text } of links) inText.add(`${resolve(path, href)} ${text.replace(LETTERS, "")}`);
  }
  return new Map([...chapters].map(([path, { edits, backs }]) => {
    const without = backs.map(({ start, end, note, text }): Edit => {
      const isKept = /\p{N}/u.test(text) && !inText.has(`${path}#${note} ${text.replace(LETTERS, "")}`);
      if (!isKept) marks.push(text);
      return { start, end, html: isKept ? escapeHtml(text) : "" };
    });
    return [path, [...edits, ...without].toSorted(inOrder)];
  }));
}

/** What is in a note, without its links back to the text. `edits` are those of the chapter. */
function noteText(text: string, edits: readonly Edit[], { innerStart, innerEnd }: Note): string {
  let first = firstFrom(edits, innerStart);
  const own: Edit[] = [];
  for (; first < edits.length && edits[first]!.start < innerEnd; first++) {
    if (edits[first]!.end <= innerEnd) own.push(edits[first]!);
  }
  return edited(text, own, innerStart, innerEnd);
}

function firstFrom(edits: readonly Edit[], start: number): number {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The mark goes into the first paragraph of the note, in place of the note's own. */
function marked(mark: string, source: string): string {
  const note = source.trim();
  let [at, place, brackets] = [0, 0, ""];
  for (
    let piece = START.exec(note);
    piece !== null && at < MAX_START;
    piece = START.exec(note.slice(at, at + MAX_TAG))
  ) {
    at += piece[0].length;
    if (BLOCK.test(piece[0])) place = at;
    else if (!piece[0].startsWith("<")) brackets += piece[0];
  }
  // What is left of a mark whose link is gone.
  const start = /^(?:\[\]|\(\)|[.:)\]])$/.test(brackets.replace(/\s/g, ""))
    ? withoutBrackets(note.slice(0, at), place)
    : { html: note.slice(0, at), place };
  return `${start.html.slice(0, start.place)}${mark} ${start.html.slice(start.place)}${note.slice(at)}`;
}

/** `place` moves with the letters before it. */
function withoutBrackets(start: string, place: number): { readonly html: string; readonly place: number } {
  const plain = (html: string): string => html.replace(/(<[^<>]*>)|[^<]/g, (_, tag?: string) => tag ?? "");
  return { html: plain(start), place: plain(start.slice(0, place)).length };
}

/** A tag, or signs of a mark. */
const START = /^(?:<[^<>]*>|[\s[\]().:]+)/;
const BLOCK = /^<(?:p|div|li|dd|blockquote)\b/i;
/** Letters before the text of a note, and of one of its tags. */
const MAX_START = 4000;
const MAX_TAG = 1000;

/** What is in an element that goes is gone with it. */
function edited(text: string, edits: readonly Edit[], from = 0, to = text.length): string {
  const out: string[] = [];
  let at = from;
  for (const { start, end, html } of edits.toSorted(inOrder)) {
    if (start < at) continue;
    out.push(text.slice(at, start), html);
    at = end;
  }
  out.push(text.slice(at, to));
  return out.join("");
}
