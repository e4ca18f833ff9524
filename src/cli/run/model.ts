/** `ra model add`, `ra model list`, `ra model test`, `ra model remove` */
import { standardError } from "../../host/standard_streams.ts";
import { rewritesLines } from "../../host/terminal.ts";
import { formatModels, formatModelTest } from "../../output/text/model_text.ts";
import { formatBytes } from "../../output/quantity.ts";
import { addModel } from "../../semantic/models/add_model.ts";
import { KNOWN_MODELS } from "../../semantic/models/known_models.ts";
import { listModels, removeModel } from "../../semantic/models/list_models.ts";
import { testModel } from "../../semantic/models/test_model.ts";
import { joinPath } from "../../text/paths.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { ModelAddFlags } from "../commands/model.ts";
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

export function printModels({ fs, home, palette, print }: Invocation): Promise<void> {
  print(formatModels(listModels(fs, home ?? null), KNOWN_MODELS, palette));
  return Promise.resolve();
}

/** Ends with exit code 1 when the model does not do what it should. */
export async function tryModel(
  { fs, home, palette, print }: Invocation,
  [name = "minilm"]: [string | undefined],
): Promise<number> {
  const result = await testModel(fs, home ?? null, name);
  print(formatModelTest(result, palette));
  return result.passed ? 0 : 1;
}

export function removeNamedModel({ fs, home, print }: Invocation, [name]: [string]): Promise<void> {
  removeModel(fs, home ?? null, name);
  print(`model ${sanitiseLine(name)} removed\n`);
  return Promise.resolve();
}
