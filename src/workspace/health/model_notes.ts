/** Reports a model that does not know the languages of the documents. */
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Environment } from "../environment.ts";

export async function modelNotes(
  { meaning }: Pick<Environment, "meaning">,
  { catalogue }: Pick<Snapshot, "catalogue">,
): Promise<readonly CheckIssue[]> {
  const message = meaning?.misfit(await catalogue.documents());
  return message === undefined ? [] : [{ level: "note", code: "model-language", message }];
}
