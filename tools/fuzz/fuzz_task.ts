// Tries random inputs for a while; one that fails is made small and kept in tests/fuzz/corpus:
//   npm run test:fuzz -- [--seconds N] [--seed N]
import process from "node:process";
import fc from "fast-check";
import { numberOption } from "../crash/child_process.ts";
import { answerTarget } from "./answer_target.ts";
import { configurationTarget } from "./configuration_target.ts";
import { keep } from "./corpus.ts";
import { documentTarget } from "./document_target.ts";
import { httpTarget } from "./http_target.ts";
import { indexTarget } from "./index_target.ts";
import { LANGUAGE_TARGETS } from "./language_target.ts";
import { manifestTarget } from "./manifest_target.ts";
import { mcpTarget } from "./mcp_target.ts";
import { notebookTarget } from "./notebook_target.ts";
import { plantedTarget } from "./planted_target.ts";
import { queryTarget } from "./query_target.ts";
import { ragConfigurationTarget } from "./rag_configuration_target.ts";
import { sessionTarget } from "./session_target.ts";
import { switchTarget } from "./switch_target.ts";
import type { Target } from "./target.ts";

const TARGETS: readonly Target[] = [
  documentTarget,
  notebookTarget,
  ...LANGUAGE_TARGETS,
  configurationTarget,
  queryTarget,
  answerTarget,
  indexTarget,
  plantedTarget,
  mcpTarget,
  httpTarget,
  ragConfigurationTarget,
  sessionTarget,
  manifestTarget,
  switchTarget,
];
const seconds = numberOption("seconds", 120);
const seed = numberOption("seed", (Date.now() % 1e6) + 1);
console.log(`fuzz: seed ${seed}`);

let failed = 0;
for (const target of TARGETS) {
  let tried = 0;
  const property = fc.asyncProperty(target.inputs, async (input) => {
    tried += 1;
    await target.check(input);
  });
  const end = Date.now() + (seconds * 1000) / TARGETS.length;
  const { failed: wrong, counterexample, errorInstance } = await fc.check(property, {
    seed,
    numRuns: 2 ** 31 - 1,
    interruptAfterTimeLimit: Math.max(1, end - Date.now()),
    markInterruptAsFailure: false,
  });
  await target.close?.();
  console.log(
    `  ${target.name.padEnd(18)} ${tried} inputs, ${wrong && counterexample !== null ? "one failed" : "none failed"}`,
  );
  if (!wrong || counterexample === null) continue;
  failed += 1;
  console.log(
    `  WRONG  kept as ${keep(target.name, counterexample[0])}\n${
      String((errorInstance as Error | null)?.stack ?? errorInstance)
    }`,
  );
}
process.exit(failed === 0 ? 0 : 1);
