/** The question of a command's arguments. */
import { readWholeInput } from "../host/whole_input.ts";
import { MAX_QUESTION_BYTES } from "../workspace/answers/long_question.ts";
import { unmark } from "./dashed_query.ts";

/** Stands for standard input as the last argument, so that a question can hold a file or what another program says. */
const INPUT = "-";

export async function askedQuestion(words: readonly string[]): Promise<string> {
  if (words.at(-1) !== INPUT) return words.map(unmark).join(" ");
  const typed = words.slice(0, -1).map(unmark).join(" ");
  const given = await readWholeInput(MAX_QUESTION_BYTES);
  return typed === "" ? given : `${typed}\n\n${given}`;
}
