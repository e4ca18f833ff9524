/** Answers with citations, for people. */
import type { Citation, CitedAnswer, SessionList, SessionTurns } from "../../shapes/answering.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { count } from "../quantity.ts";
import { emptyTreesNote, unreadNote } from "../unread_note.ts";
import type { Palette } from "../terminal/color.ts";

const WRONG: Readonly<Record<CitedAnswer["problems"][number]["kind"], string>> = {
  uncited: "no citation",
  unknown_citation: "no such passage",
  misquote: "not in the passages",
};

/** What comes below the text of an answer: what it cites, what is wrong, and what was left out. */
export function formatBelowAnswer(
  {
    citations,
    problems,
    left_out: { passages, turns, question = 0, instructions = 0 },
    finish,
    empty_trees = [],
    unread = [],
  }: CitedAnswer,
  palette: Palette,
): string {
  const room = [
    ...(passages.length === 0 ? [] : [count(passages.length, "passage")]),
    ...(turns === 0 ? [] : [count(turns, "earlier turn")]),
    ...(question === 0 ? [] : [`${count(question, "character")} of the question`]),
    ...(instructions === 0 ? [] : [`${count(instructions, "character")} of the instructions`]),
  ];
  const lines = [
    ...citations.map((citation) =>
      `[${citation.number}] ${palette.id(placeOf(citation))} ${sanitizeLine(citation.title)}`
    ),
    ...problems.map(({ kind, text }) => palette.caution(`${WRONG[kind]}: ${sanitizeLine(text.replace(/\s+/g, " "))}`)),
    ...(room.length === 0 ? [] : [palette.dim(`no room in the prompt for ${room.join(" and ")}`)]),
    ...(finish === "cut" ? [palette.caution("the answer ended early")] : []),
    ...(finish === "length" ? [palette.caution("the answer has generation.max_tokens tokens and was cut there")] : []),
    ...[emptyTreesNote(empty_trees), unreadNote(unread)].flatMap((note) => note === undefined ? [] : [note]),
  ];
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

/** The text of an answer, or a piece of it. */
export function formatAnswerText(text: string): string {
  return sanitize(text);
}

function placeOf({ source_id, path, url, page, start_line, end_line }: Citation): string {
  const pages = page === null ? "" : ` (page ${page})`;
  return `${sanitizeLine(url ?? `${source_id}:${path}`)}:${start_line}-${end_line}${pages}`;
}

export function formatSessions({ sessions }: SessionList, palette: Palette): string {
  if (sessions.length === 0) return "no session yet\n";
  return sessions.map(({ name, turns, last }) =>
    `${palette.id(sanitizeLine(name))}  ${count(turns, "turn")}  ${sanitizeLine(last ?? "")}\n`
  ).join("");
}

/** A conversation as Markdown. */
export function formatSession({ name, turns }: SessionTurns): string {
  const parts = turns.map(({ at, question, answer, citations }) =>
    `## ${sanitizeLine(question)}\n\n${sanitizeLine(at)}\n\n${sanitize(answer).trim()}\n` +
    (citations.length === 0 ? "" : `\n${citations.map((id) => `- ${sanitizeLine(id)}\n`).join("")}`)
  );
  return [`# ${sanitizeLine(name)}\n`, ...parts].join("\n");
}
