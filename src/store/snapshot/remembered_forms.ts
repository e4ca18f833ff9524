/** Remembers which forms of words an index has, as long as it is open: people ask with the same words again. */
import type { FormCandidate } from "../../search/ports/plan.ts";
import type { Work } from "../../search/ports/work.ts";
import type { SegmentReader } from "../engine/engine.ts";

/** The candidates whose forms are kept in memory. */
const MAX_REMEMBERED = 20_000;

type AskForms = (
  candidates: readonly FormCandidate[],
  boosts: Readonly<Record<string, number>>,
  work: Work,
) => readonly (readonly string[])[];

/** Asks the core once for all candidates that are new. */
export function rememberForms(reader: Pick<SegmentReader, "knownForms">): AskForms {
  const remembered = new Map<string, readonly string[]>();
  let rememberedFor = "";
  return (candidates, boosts, work) => {
    const fields = JSON.stringify(boosts);
    if (fields !== rememberedFor || remembered.size > MAX_REMEMBERED) remembered.clear();
    rememberedFor = fields;
    const keys = candidates.map(keyOf);
    const unknown = new Map(
      candidates.map((candidate, at) => [keys[at]!, candidate] as const).filter(([key]) => !remembered.has(key)),
    );
    if (unknown.size > 0) {
      const found = reader.knownForms({ candidates: [...unknown.values()], boosts }, work);
      for (const [at, key] of [...unknown.keys()].entries()) remembered.set(key, found[at]!);
    }
    return keys.map((key) => remembered.get(key)!);
  };
}

/** Tells candidates apart. No word holds a line break. */
function keyOf({ typed, forms, begun, always }: FormCandidate): string {
  return [typed, forms.join("\n"), begun.join("\n"), always].join("\n\n");
}
