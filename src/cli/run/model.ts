/** `ra model add`, `ra model list`, `ra model test`, `ra model remove` */
import { standardError } from "../../host/standard_streams.ts";
import { rewritesLines } from "../../host/terminal.ts";
import type { ModelReport } from "../../answers/reports.ts";
import { formatJson } from "../../output/json.ts";
import { formatModels, formatModelTest } from "../../output/text/model_text.ts";
import { formatBytes } from "../../output/quantity.ts";
import { addModel } from "../../semantic/models/add_model.ts";
import { KNOWN_MODELS } from "../../semantic/models/known_models.ts";
import { type InstalledEntry, listModels, removeModel } from "../../semantic/models/list_models.ts";
import { testModel } from "../../semantic/models/test_model.ts";
import { joinPath } from "../../text/paths.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { ModelAddFlags, ModelListFlags, ModelTestFlags } from "../commands/model.ts";
import type { Invocation } from "../invocation.ts";

/** Milliseconds between two drawings of the progress. */
const INTERVAL = 100;

export async function addNamedModel(
  { fs, home, directory, quiet, print }: Invocation,
  [what]: [string],
  { name, from }: ModelAddFlags,
): Promise<void> {
  const showsProgress = !quiet && rewritesLines(standardError);
  let drawn = 0;
  const clear = (): void => void (drawn > 0 && standardError.write("\r\u001b[K"));
  const card = await addModel({ what, name, from }, {
    fs,
    home: home ?? null,
    resolve: (path) => joinPath(directory, path),
    onWait: quiet ? () => {} : sayWait,
    onFile: (file) => void (quiet || showsProgress || standardError.write(`ra: fetching ${sanitiseLine(file)}\n`)),
    onProgress(file, { done, total }) {
      const now = performance.now();
      if (!showsProgress || now - drawn < INTERVAL) return;
      drawn = now;
      const of = total === undefined ? "" : ` of ${formatBytes(total)}`;
      standardError.write(`\rfetching ${sanitiseLine(file)} ${formatBytes(done)}${of}\u001b[K`);
    },
  }).finally(clear);
  print(
    `model ${card.name} added\n` +
      `to use it, set in .ra.toml:  [semantic]  enabled = true${
        card.name === "minilm" ? "" : `  model = ${JSON.stringify(card.name)}`
      }\nthen run:  ra update\n`,
  );
}

export function printModels(
  { fs, home, palette, print }: Invocation,
  _: readonly [],
  { format }: ModelListFlags,
): Promise<void> {
  const models = listModels(fs, home ?? null);
  print(format === "json" ? formatJson(modelReports(models)) : formatModels(models, KNOWN_MODELS, palette));
  return Promise.resolve();
}

function modelReports(models: readonly InstalledEntry[]): readonly ModelReport[] {
  return models.map(({ name, card, problem, bytes }) => ({
    name,
    kind: card?.kind ?? null,
    source: card?.source ?? null,
    revision: card?.revision ?? null,
    dtype: card?.dtype ?? null,
    bytes,
    problem: problem ?? null,
  }));
}

/** Ends with exit code 1 when the model does not do what it should. */
export async function tryModel(
  { fs, home, palette, print }: Invocation,
  [name = "minilm"]: [string | undefined],
  { format }: ModelTestFlags,
): Promise<number> {
  const result = await testModel(fs, home ?? null, name);
  print(format === "json" ? formatJson(result) : formatModelTest(result, palette));
  return result.passed ? 0 : 1;
}

export async function removeNamedModel({ fs, home, quiet, print }: Invocation, [name]: [string]): Promise<void> {
  const kept = await removeModel(fs, home ?? null, name, quiet ? undefined : sayWait);
  print(`model ${sanitiseLine(name)} removed\n`);
  for (const path of kept) print(`${sanitiseLine(path)} stays: ra did not write it\n`);
}

function sayWait(owner: string): void {
  standardError.write(`ra: waiting for ${owner}, which changes this model\n`);
}
