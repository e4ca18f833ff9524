/** Footnotes, endnotes and comments of a DOCX document. Each follows the paragraph that refers to it. */
import { escapeHtml } from "./archive.ts";
import type { DocxContext } from "./docx_context.ts";
import { numberInForm } from "./number_forms.ts";
import { nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

export type NoteKind = "footnote" | "endnote" | "comment";

export interface NotePart {
  readonly root: XmlNode | undefined;
  /** The context of the part. */
  readonly context: (outer: DocxContext) => DocxContext;
}

export interface Notes {
  /** The mark in the text, such as `[1]`; empty for a comment. */
  refer(kind: NoteKind, id: string, mark?: string): string;
  /** Text between the ends of a comment's range. */
  say(text: string): void;
  openRange(id: string): void;
  closeRange(id: string): void;
  /** Comments with a range and without a mark, as some programs write them. */
  referOpened(): void;
  /** The notes to which the text referred since the last call, as HTML. */
  due(context: DocxContext): string;
  /** Notes to which nothing refers. Word does not show them. */
  unused(): readonly string[];
}

/** Of the text to which a comment belongs. */
const MAX_QUOTED = 100;
/** Ranges that are followed at a time. */
const MAX_RANGES = 20;
const FORMS: Readonly<Record<NoteKind, string>> = { footnote: "decimal", endnote: "lowerRoman", comment: "none" };

export function createNotes(parts: Readonly<Record<NoteKind, NotePart>>): Notes {
  const notes = notesIn(parts);
  const marks = new Map<string, string>();
  const counts: Record<NoteKind, number> = { footnote: 0, endnote: 0, comment: 0 };
  const waiting: { readonly kind: NoteKind; readonly note: XmlNode; readonly mark: string }[] = [];
  const ranges = new Map<string, string>();
  const quoted = new Map<string, string>();
  const opened = new Set<string>();
  const all: Notes = {
    refer(kind, id, stated) {
      const key = `${kind} ${id}`;
      const note = notes.get(key);
      const known = marks.get(key);
      if (note === undefined || known !== undefined) return known ?? "";
      const author = note.attributes["w:author"]?.trim() ?? "";
      const label = stated ?? numberInForm(++counts[kind], FORMS[kind]);
      const mark = kind === "comment" ? "" : `[${label}]`;
      marks.set(key, mark);
      const about = quoted.get(id)?.replace(/\s+/g, " ").trim() ?? "";
      const who = `Comment${author === "" ? "" : ` by ${author}`}${about === "" ? "" : ` on “${about}”`}:`;
      waiting.push({ kind, note, mark: kind === "comment" ? who : mark });
      return mark;
    },
    say(text) {
      for (const [id, said] of ranges) {
        if (said.length < MAX_QUOTED) ranges.set(id, cut(said + text));
      }
    },
    openRange(id) {
      opened.add(id);
      if (ranges.size < MAX_RANGES) ranges.set(id, "");
    },
    closeRange(id) {
      const said = ranges.get(id);
      if (said !== undefined) quoted.set(id, said);
      ranges.delete(id);
    },
    referOpened() {
      for (const id of opened) {
        all.closeRange(id);
        all.refer("comment", id);
      }
    },
    due(outer) {
      if (waiting.length === 0) return "";
      return waiting.splice(0).map(({ kind, note, mark }) =>
        outer.blocks(nodesIn(note), parts[kind].context(outer), `${escapeHtml(mark)} `)
      ).join("");
    },
    unused: () => [...notes].filter(([key]) => !marks.has(key)).map(([, note]) => textIn(note)),
  };
  return all;
}

/** By kind and id. */
function notesIn(parts: Readonly<Record<NoteKind, NotePart>>): ReadonlyMap<string, XmlNode> {
  const notes = new Map<string, XmlNode>();
  for (const [kind, { root }] of Object.entries(parts)) {
    for (const note of nodesIn(root)) {
      const id = note.attributes["w:id"];
      // Others are lines between text and notes.
      const isText = /^(?:normal)?$/.test(note.attributes["w:type"] ?? "");
      if (note.name === `w:${kind}` && id !== undefined && isText) notes.set(`${kind} ${id}`, note);
    }
  }
  return notes;
}

const cut = (text: string): string => text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text;
