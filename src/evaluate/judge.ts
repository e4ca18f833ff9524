/** Whether an answer is what a scenario expects, and why not. */
import type { CitedAnswer } from "../shapes/answering.ts";
import { NOTHING_FOUND } from "../answering/prompt/template.ts";
import { expectedPaths, expectedSources, type FilePlace } from "./measures.ts";
import type { Expected } from "./scenarios.ts";

interface JudgedAnswer {
  readonly answer: CitedAnswer;
  readonly rows: readonly FilePlace[];
  /** Tokens of the answer. */
  readonly tokens: number;
}

const PROBLEMS: Readonly<Record<CitedAnswer["problems"][number]["kind"], string>> = {
  uncited: "it cites nothing for",
  unknown_citation: "no passage has the number",
  misquote: "no passage that it cites says",
};

/** The reasons why the scenario fails. None if it passes. */
export function judge(expected: Expected, { answer, rows, tokens }: JudgedAnswer): readonly string[] {
  const { says, not_says: notSays, no_answer: noAnswer, max_tokens: mostTokens } = expected;
  const said = normalized(answer.answer);
  const saysNothing = answer.finish === "no_evidence" ||
    (answer.citations.length === 0 && said.includes(normalized(NOTHING_FOUND)));
  if (noAnswer) return saysNothing ? [] : ["it answers, and the documents hold nothing on it"];
  if (saysNothing) return [`it says that nothing in the documents answers this${foundOf(expected, rows)}`];
  const cited = (is: (place: FilePlace) => boolean): boolean => answer.citations.some(is);
  return [
    ...[...expectedPaths(expected), ...expectedSources(expected)].flatMap(({ name, is }) =>
      cited(is) ? [] : [rows.some(is) ? `it does not cite ${name}, which was found` : `${name} was not found`]
    ),
    ...says.flatMap((words) => (said.includes(normalized(words)) ? [] : [`it does not say ${JSON.stringify(words)}`])),
    ...notSays.flatMap((words) => (said.includes(normalized(words)) ? [`it says ${JSON.stringify(words)}`] : [])),
    ...(mostTokens !== undefined && tokens > mostTokens ? [`it has ${tokens} tokens, more than ${mostTokens}`] : []),
    ...(answer.finish === "cut" || answer.finish === "length" ? ["it ended early"] : []),
    ...answer.problems.map(({ kind, text }) => `${PROBLEMS[kind]}: ${text.replace(/\s+/g, " ")}`),
  ];
}

function foundOf(expected: Expected, rows: JudgedAnswer["rows"]): string {
  const found = expectedPaths(expected).filter(({ is }) => rows.some(is)).map(({ name }) => name);
  return found.length === 0 ? "" : `, and ${found.join(", ")} was found`;
}

/** Case and white space do not count, nor do the signs of Markdown. */
function normalized(text: string): string {
  return text.normalize("NFKC").replace(/[*_`]/g, "").replace(/\s+/g, " ").toLowerCase();
}
