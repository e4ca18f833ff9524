/** `ra init` */
import type { InitReport } from "../../shapes/reports.ts";
import { CONFIG_NAME } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { realPlace } from "../../host/places.ts";
import { configTemplate, STARTER_TREE } from "../../config/template.ts";
import { RaError } from "../../errors.ts";
import { formatJson } from "../../output/json.ts";
import { emptyTreesNote, unreadNote } from "../../output/unread_note.ts";
import type { Starter } from "../../workspace/starter/plan_starter.ts";
import { isOtherUser } from "../../host/process.ts";
import { documentLanguages } from "../../models/installed/document_languages.ts";
import { fittingModel } from "../../models/installed/fitting_model.ts";
import { joinPath, withAncestors } from "../../text/paths.ts";
import { planGitignore } from "../gitignore.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { InitFlags } from "../commands/init.ts";
import type { Invocation } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

/** Larger files are not read for their language. */
const MAX_SAMPLED = 1024 * 1024;

/** Throws `file-exists` if the file exists and `--force` is not given. */
export async function init(invocation: Invocation, _: [], flags: InitFlags): Promise<void> {
  const { fs, home, showPath } = invocation;
  if (flags.global && home === undefined) {
    throw new RaError("usage", "init --global: ra knows no home directory", {
      hint: "set HOME (and let Deno read it: --allow-env=HOME)",
    });
  }
  const folder = flags.global && home !== undefined ? home : invocation.directory;
  const starter: Starter = flags.global
    ? { tree: { path: "~/docs" }, found: null, documents: 0, paths: [] }
    : (await import("../../workspace/starter/plan_starter.ts")).planStarter(fs, realPlace(fs, folder));
  const path = pathOf(invocation, folder, flags);
  const bytes = new TextEncoder().encode(configTemplate(starter.tree));
  const replaced = fs.stat(path) !== undefined;
  // Planned first, so that nothing is written where it cannot be.
  const gitignore = flags.global ? undefined : gitignoreOf(invocation, folder);
  // A file that is written anew stays its owner's, and another user's configuration does not count.
  if (flags.force && isOtherUser(fs.stat(path)?.owner)) fs.removeFile(path);
  if (flags.force) fs.writeFile(path, bytes);
  else if (!fs.createExclusive(path, bytes)) {
    throw new RaError("file-exists", `cannot create ${showPath(path)}: the file exists already`, {
      path: showPath(path),
      hint: "--force overwrites it",
    });
  }
  if (gitignore !== undefined) fs.writeFile(gitignore.path, gitignore.bytes);
  const report: InitReport = {
    path,
    replaced,
    tree: { name: STARTER_TREE, path: starter.tree.path },
    found: starter.found,
    documents: starter.documents,
    ...(starter.unread === undefined ? {} : { unread: starter.unread }),
    ...await fittingOf(fs, starter),
    gitignore: gitignore?.path ?? null,
  };
  invocation.print(
    inFormat(flags.format, { json: () => formatJson(report), text: () => textOf(report, showPath, flags.global) }),
  );
}

/** The model for search by meaning that suits the documents, where it is not the usual one. */
async function fittingOf(fs: FileSystem, { paths }: Starter): Promise<Pick<InitReport, "fitting_model">> {
  const documents = paths.map((path) => ({ tree: STARTER_TREE, path, lang: null }));
  const languages = await documentLanguages(documents, async ({ path }) => readable(fs, path));
  const model = fittingModel(languages);
  return model === "minilm" ? {} : { fitting_model: { model, languages: languages.map(({ language }) => language) } };
}

/** `ra update` says what cannot be read. */
function readable(fs: FileSystem, path: string): Uint8Array | undefined {
  try {
    return fs.readFile(path, { most: MAX_SAMPLED });
  } catch {
    return undefined;
  }
}

/** The home file may be a link: then its target is written. */
function pathOf({ fs }: Invocation, folder: string, flags: InitFlags): string {
  const path = joinPath(folder, CONFIG_NAME);
  return flags.global && flags.force ? fs.realPath(path) ?? path : path;
}

function gitignoreOf({ fs }: Invocation, folder: string): ReturnType<typeof planGitignore> {
  const repository = withAncestors(folder).find((above) => fs.stat(joinPath(above, ".git")) !== undefined);
  return repository === undefined ? undefined : planGitignore(fs, repository, folder);
}

function textOf(report: InitReport, showPath: Invocation["showPath"], isGlobal = false): string {
  const { path, replaced, tree, found, documents, unread = [], gitignore, fitting_model: fitting } = report;
  const from = found === null ? "" : ` (${sanitizeLine(found.file)}, ${found.generator})`;
  const note = unreadNote(unread);
  return [
    `${replaced ? "replaced" : "created"} ${sanitizeLine(showPath(path))} with one tree, ${tree.name}: ${
      sanitizeLine(tree.path)
    }${from}`,
    ...(gitignore === null ? [] : [`added .ra/ to ${sanitizeLine(showPath(gitignore))}`]),
    ...(documents > 0 || isGlobal ? [] : [emptyTreesNote([tree.name])]),
    ...(note === undefined ? [] : [note]),
    ...(fitting === undefined ? [] : [
      `documents in ${fitting.languages.join(", ")}: the model ${fitting.model} suits search by meaning ` +
      `(ra model add ${fitting.model}, then [semantic] enabled = true, model = "auto")`,
    ]),
    ...(isGlobal || isMostlyRead(report) ? ['next: ra search "what you want to know"'] : []),
    ...(isGlobal || documents > 0 ? [] : [`next: ${NAME_DOCUMENTS}`]),
    "",
  ].join("\n");
}

const NAME_DOCUMENTS =
  "add documents to its folder, or change `path` and `include` of the tree in .ra.toml; `ra check` says what is read";

/** Whether a search is likely to find something. */
function isMostlyRead({ tree, documents, unread = [] }: InitReport): boolean {
  const own = unread.filter((one) => one.tree === tree.name && one.reason === "no reader");
  return documents > 0 && documents >= own.reduce((sum, { files }) => sum + files, 0);
}
