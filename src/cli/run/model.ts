/** `ra model add`, `ra model list`, `ra model test`, `ra model remove` */
import { RaError } from "../../errors.ts";
import type { DownloadProgress } from "../../host/download.ts";
import { standardError } from "../../host/standard_streams.ts";
import { rewritesLines } from "../../host/terminal.ts";
import type { ModelReport } from "../../shapes/models.ts";
import { formatJson } from "../../output/json.ts";
import { formatModels, formatModelTest } from "../../output/text/model_text.ts";
import { formatBytes } from "../../output/quantity.ts";
import { addLanguage } from "../../document/ocr/add_language.ts";
import { installedLanguages, languageFile, requireLanguages } from "../../document/ocr/installed_languages.ts";
import { addModel } from "../../models/installed/add_model.ts";
import { TRAINED } from "../../models/installed/bring_reranker.ts";
import { KNOWN_MODELS } from "../../models/installed/known_models.ts";
import { type InstalledEntry, listModels, removeModel } from "../../models/installed/list_models.ts";
import { testModel } from "../../models/installed/test_model.ts";
import { joinPath } from "../../text/paths.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { ModelAddFlags, ModelListFlags, ModelTestFlags } from "../commands/model.ts";
import type { Invocation } from "../invocation.ts";
import { modelUse } from "../model_use.ts";
import { createProgressLine } from "./progress_line.ts";
import { inFormat } from "./in_format.ts";

export async function addNamedModel(invocation: Invocation, [what]: [string], flags: ModelAddFlags): Promise<void> {
  const { fs, home, directory, quiet, print } = invocation;
  const { name, from, sha256, queryPrefix, passagePrefix } = flags;
  const line = createProgressLine(quiet);
  const onProgress = (file: string, { done, total }: DownloadProgress): void =>
    line.show(`fetching ${file} ${formatBytes(done)}${total === undefined ? "" : ` of ${formatBytes(total)}`}`);
  const language = languageIn(what);
  if (language !== undefined) {
    const other = Object.entries({ name, sha256, queryPrefix, passagePrefix }).find(([, value]) => value !== undefined);
    if (other !== undefined) {
      const flag = other[0].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new RaError("usage", `model add: --${flag} does not go with a language`);
    }
    const place = from === undefined ? undefined : joinPath(directory, from);
    const bytes = await addLanguage({ language, from: place }, { fs, home: home ?? null, onProgress })
      .finally(line.clear);
    const use = await modelUse(invocation, { kind: "language", name: language });
    print(`OCR language ${language} added, ${formatBytes(bytes)}\n${use}`);
    return;
  }
  const notes: string[] = [];
  const card = await addModel({ what, name, from, sha256, queryPrefix, passagePrefix }, {
    fs,
    home: home ?? null,
    resolve: (path) => joinPath(directory, path),
    onWait: (owner) => line.say(`waiting for ${sanitizeLine(owner)}, which changes this model`),
    onFile: (file) => void (rewritesLines(standardError) || line.say(`fetching ${sanitizeLine(file)}`)),
    onProgress,
    onNote: (note) => void notes.push(note),
  }).finally(line.clear);
  const use = await modelUse(invocation, card);
  print(`model ${card.name} added\n${notes.map((note) => `${sanitizeLine(note)}\n`).join("")}${use}`);
}

export function printModels(
  { fs, home, palette, print }: Invocation,
  _: readonly [],
  { format }: ModelListFlags,
): Promise<void> {
  const models = listModels(fs, home ?? null);
  const languages = installedLanguages(fs, home ?? null);
  print(
    inFormat(format, {
      json: () => formatJson([...modelReports(models), ...languages.map(languageReport)]),
      text: () => formatModels(models, KNOWN_MODELS, languages, TRAINED, palette),
    }),
  );
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
    floor: card?.floor ?? null,
    weight: card?.weight ?? null,
    languages: card?.languages ?? null,
    licence: card?.licence ?? null,
    origin: card?.origin?.what ?? null,
    problem: problem ?? null,
  }));
}

function languageReport({ name, bytes }: { readonly name: string; readonly bytes: number }): ModelReport {
  const scale = { floor: null, weight: null, languages: [name], licence: null, origin: null };
  const none = { source: null, revision: null, dtype: null, ...scale, problem: null };
  return { name: PREFIX + name, kind: "ocr-language", bytes, ...none };
}

/** Ends with exit code 1 when the model does not do what it should. */
export async function tryModel(
  { fs, home, palette, print }: Invocation,
  [name = "minilm"]: [string | undefined],
  { format }: ModelTestFlags,
): Promise<number> {
  const result = await testModel(fs, home ?? null, name);
  print(inFormat(format, { json: () => formatJson(result), text: () => formatModelTest(result, palette) }));
  return result.passed ? 0 : 1;
}

export async function removeNamedModel({ fs, home, quiet, print }: Invocation, [name]: [string]): Promise<void> {
  const language = languageIn(name);
  if (language !== undefined) {
    requireLanguages(fs, home ?? null, [language]);
    fs.removeFile(languageFile(language, home ?? null));
    print(`OCR language ${language} removed\n`);
    return;
  }
  const kept = await removeModel(fs, home ?? null, name, quiet ? undefined : sayWait);
  print(`model ${sanitizeLine(name)} removed\n`);
  for (const path of kept) print(`${sanitizeLine(path)} stays: ra did not write it\n`);
}

/** Before the name of a language. */
const PREFIX = "tesseract:";

function languageIn(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

function sayWait(owner: string): void {
  standardError.write(`ra: waiting for ${owner}, which changes this model\n`);
}
