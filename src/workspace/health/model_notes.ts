/** Reports a model that does not know the languages of the documents. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Environment } from "../environment.ts";

export async function modelNotes({ meaning }: Pick<Environment, "meaning">): Promise<readonly CheckIssue[]> {
  const message = await meaning?.misfit();
  return message === undefined ? [] : [{ level: "note", code: "model-language", message }];
}
