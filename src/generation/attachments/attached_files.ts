/** Which files are attached to a question, and how each is divided. */
import type { RagLeftOut } from "../../shapes/passages.ts";
import type { TreeConfig } from "../../config/config.ts";
import { FORMATS } from "../../document/formats/registry.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { scanTrees } from "../../store/files/scan.ts";
import { fileName, isInside, joinPath, parentPath } from "../../text/paths.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { inputPlace } from "../../sources/convert/input_globs.ts";
import { globFor } from "../../sources/git/glob_place.ts";
import { sizesOf, sourceTrees } from "../../sources/source_trees.ts";

export interface AttachedFiles {
  /** A tree for each folder and way to divide, in the order in which the paths were given. */
  readonly trees: readonly TreeConfig[];
  readonly files: number;
  /** What was left out, and why. */
  readonly leftOut: readonly RagLeftOut[];
}

/** How the documents of a folder are divided and read. */
type FolderRules = Pick<TreeConfig, "chunking" | "sizes" | "ocr" | "languages" | "notebook_outputs" | "metadata">;

/**
 * The files of these paths; of a folder, those that ra can read. Throws `unknown-file` for a path where nothing is, and
 * `usage` without the section `attachments`.
 */
export async function attachedFiles(
  fs: FileSystem,
  config: RagConfig,
  paths: readonly string[],
  { limit, stemmer }: { readonly limit: number; readonly stemmer: string },
): Promise<AttachedFiles> {
  const leftOut: RagLeftOut[] = [];
  const found: { readonly folder: string; readonly path: string; readonly from: string }[] = [];
  for (const from of paths) {
    const kind = fs.stat(from)?.kind;
    if (kind === "file") found.push({ folder: parentPath(from), path: fileName(from), from });
    else if (kind === "directory") {
      const [scan] = await scanTrees(fs, {
        root: from,
        trees: [treeOf("attached", from, READABLE, usualRules(config), stemmer)],
      }, async () => {});
      for (const { path } of scan!.files) found.push({ folder: from, path, from });
      for (const { path, reason } of scan!.skipped) {
        leftOut.push({ what: "attachment", why: `${path.slice("attached:".length)}: ${reason}` });
      }
    } else {
      throw new RaError(
        "unknown-file",
        kind === undefined ? "there is no such file" : "this is neither a file nor a folder",
        {
          path: from,
          hint: "--attach takes files and folders",
        },
      );
    }
  }
  const seen = new Set<string>();
  const files = found.filter(({ folder, path }) => {
    const whole = joinPath(folder, path);
    return !seen.has(whole) && seen.add(whole);
  });
  const beyond = files[limit];
  if (beyond !== undefined) {
    const others = files.length - limit - 1;
    const which = `${joinPath(beyond.folder, beyond.path)}${others === 0 ? "" : ` and ${others} more`}`;
    leftOut.push({
      what: "attachment",
      why: `more than ${limit === 1 ? "1 file" : `${limit} files`} (attach_limit_files): ${which}`,
    });
  }
  const kept = files.slice(0, limit);
  return { trees: groupedTrees(fs, config, kept, stemmer), files: kept.length, leftOut };
}

const READABLE = [`**/*.{${FORMATS.flatMap(({ extensions }) => extensions).join(",")}}`];

function groupedTrees(
  fs: FileSystem,
  config: RagConfig,
  files: readonly { readonly folder: string; readonly path: string }[],
  stemmer: string,
): readonly TreeConfig[] {
  const ids = new Set(sourceTrees(fs, config).map(({ name }) => name));
  const groups = new Map<string, { readonly folder: string; readonly rules: FolderRules; readonly paths: string[] }>();
  for (const { folder, path } of files) {
    const rules = rulesFor(fs, config, joinPath(folder, path));
    const key = JSON.stringify([folder, rules]);
    const group = groups.get(key) ?? { folder, rules, paths: [] };
    groups.set(key, group);
    group.paths.push(path);
  }
  const first = uniqueName("attached", ids);
  return [...groups.values()].map(({ folder, rules, paths }, at) =>
    treeOf(at === 0 ? first : `${first}-${at + 1}`, folder, paths.map(globFor), rules, stemmer)
  );
}

/** Adds signs until no source has the name. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  return [...taken].some((id) => id.startsWith(name)) ? uniqueName(`${name}_`, taken) : name;
}

/** The rules of the innermost source that the file lies in, or else those of `indexing`. */
function rulesFor(fs: FileSystem, config: RagConfig, file: string): FolderRules {
  const places = [
    ...sourceTrees(fs, config).map(({ path, chunking, sizes, metadata }) => ({
      path,
      rules: { ...usualRules(config), chunking, sizes, metadata },
    })),
    ...config.convert_docs.map((entry) => ({
      path: inputPlace(fs, config, entry).path,
      rules: {
        chunking: entry.treat_as,
        sizes: sizesOf(config, entry.chunking),
        ocr: entry.ocr,
        languages: entry.languages,
        notebook_outputs: entry.notebook_outputs,
        metadata: {},
      },
    })),
  ].filter(({ path }) => isInside(file, path));
  places.sort((a, b) => b.path.length - a.path.length);
  return places[0]?.rules ?? usualRules(config);
}

/** What holds outside all sources. */
function usualRules(config: RagConfig): FolderRules {
  const unread = { ocr: "never", languages: ["eng"], notebook_outputs: false } as const;
  return { chunking: "auto", sizes: sizesOf(config, {}), ...unread, metadata: {} };
}

function treeOf(
  name: string,
  path: string,
  include: readonly string[],
  rules: FolderRules,
  stemmer: string,
): TreeConfig {
  return {
    name,
    path,
    writtenPath: path,
    boundary: null,
    include,
    exclude: [],
    versions: [],
    locales: {},
    format: {},
    gitignore: false,
    source_records: false,
    stemmer,
    global: false,
    definedIn: path,
    ...rules,
  };
}
