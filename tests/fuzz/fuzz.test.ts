import { test } from "node:test";
import fc from "fast-check";
import { configurationTarget } from "../../tools/fuzz/configuration_target.ts";
import { corpusOf } from "../../tools/fuzz/corpus.ts";
import { documentTarget } from "../../tools/fuzz/document_target.ts";
import { indexTarget } from "../../tools/fuzz/index_target.ts";
import { queryTarget } from "../../tools/fuzz/query_target.ts";

/** How many inputs each gets: a few seconds' worth. `npm run test:fuzz` tries more. */
const RUNS = [[documentTarget, 25], [configurationTarget, 150], [queryTarget, 80], [indexTarget, 12]] as const;

for (const [target, numRuns] of RUNS) {
  test(`any bytes as ${target.name} are taken or refused as documented`, async () => {
    await fc.assert(fc.asyncProperty(target.inputs, (input) => target.check(input)), { numRuns });
  });

  for (const [name, input] of corpusOf(target.name)) {
    test(`a ${target.name} that once went wrong is right: ${name}`, () => target.check(input));
  }
}
