/** What to do with a model that was added, by the configuration that is there: `.ra.toml`, `rag.yaml`, both or none. */
import { CONFIG_NAME, loadConfig } from "../config/find.ts";
import { RaError } from "../errors.ts";
import { ragConfigPath, readRagConfig } from "../sources/config/rag_config.ts";
import { joinPath, withAncestors } from "../text/paths.ts";
import type { Invocation } from "./invocation.ts";

export interface AddedModel {
  readonly kind: "encoder" | "cross-encoder" | "language";
  readonly name: string;
}

/** Lines for the terminal. */
export async function modelUse(
  invocation: Pick<Invocation, "fs" | "directory" | "home" | "showPath">,
  added: AddedModel,
) {
  const { fs, directory, home = null, showPath } = invocation;
  const folders = [...withAncestors(directory), ...(home === null ? [] : [home])];
  const hasToml = folders.some((folder) => fs.kindOf(joinPath(folder, CONFIG_NAME)) !== undefined);
  const rag = ragConfigPath(directory, undefined);
  const hasRag = fs.kindOf(rag) !== undefined;
  const isNone = !hasToml && !hasRag;
  const toml = async (): Promise<string> =>
    block(CONFIG_NAME, TOML[added.kind](added.name), await isNamed(async () => await inToml(invocation, added)));
  const yaml = async (): Promise<string> =>
    block(
      hasRag ? showPath(rag) : "rag.yaml",
      YAML[added.kind](added.name),
      await isNamed(() => hasRag && inRag(readRagConfig(fs, rag, home), added)),
    );
  return [
    ...(isNone ? ["there is no configuration here yet: ra init writes .ra.toml, ra rag init writes rag.yaml\n"] : []),
    ...(hasToml || isNone ? [await toml()] : []),
    ...(hasRag || isNone ? [await yaml()] : []),
  ].join("");
}

interface Use {
  readonly set: string;
  readonly run: string;
}

const TOML: Readonly<Record<AddedModel["kind"], (name: string) => Use>> = {
  encoder: (name) => ({
    set: `[semantic]  enabled = true${name === "minilm" ? "" : `  model = ${JSON.stringify(name)}`}`,
    run: "ra update",
  }),
  "cross-encoder": (name) => ({
    set: `[semantic]  enabled = true  rerank = ${JSON.stringify(name)}`,
    run: "ra search --rerank QUERY",
  }),
  language: (name) => ({ set: `for a tree  ocr = "auto"  languages = [${JSON.stringify(name)}]`, run: "ra update" }),
};

const YAML: Readonly<Record<AddedModel["kind"], (name: string) => Use>> = {
  encoder: (name) => ({ set: `embedding: {model: ${name}}`, run: "ra rag index" }),
  "cross-encoder": (name) => ({
    set: `retrieval: {reranker: ${name}}`,
    run: "ra rag retrieve --use-reranker QUESTION",
  }),
  language: (name) => ({ set: `in convert_docs  ocr: auto  languages: [${name}]`, run: "ra rag ingest" }),
};

function block(file: string, { set, run }: Use, isThere: boolean): string {
  return isThere ? `${file} names it; run:  ${run}\n` : `to use it, set in ${file}:  ${set}\nthen run:  ${run}\n`;
}

/** A file that cannot be read names nothing. Its own commands say what is wrong with it. */
async function isNamed(look: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    return false;
  }
}

async function inToml(
  { fs, directory, home }: Pick<Invocation, "fs" | "directory" | "home">,
  { kind, name }: AddedModel,
): Promise<boolean> {
  const { semantic, trees } = await loadConfig(fs, directory, home ?? null);
  if (kind === "language") return trees.some(({ ocr, languages }) => ocr !== "never" && languages.includes(name));
  return semantic.enabled && (kind === "encoder" ? semantic.model : semantic.rerank) === name;
}

function inRag(
  { embedding, retrieval, convert_docs }: ReturnType<typeof readRagConfig>,
  { kind, name }: AddedModel,
): boolean {
  if (kind === "language") {
    return convert_docs.some(({ ocr, languages }) => ocr !== "never" && languages.includes(name));
  }
  return (kind === "encoder" ? embedding.model : retrieval.reranker) === name;
}
