import { readFileSync } from "node:fs";
import type { SourceFile } from "./source_files.ts";

const PAGE = "docs/architecture.md";
const HEADING = "## The folders of `src/`";

/**
 * The table of docs/architecture.md, from low to high. An import stays in its folder or goes to a row above. Folders
 * that share a row do not import each other.
 */
const layers: readonly (readonly string[])[] = readLayers(readFileSync(PAGE, "utf8"));

function readLayers(page: string): readonly (readonly string[])[] {
  const section = page.slice(page.indexOf(HEADING)).split("\n## ")[0]!;
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, names]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.replace(/\/$|\.ts$/, ""))
  );
}

/** Returns the folder of a file; `workspace.ts` belongs to `workspace/`. */
const partOf = (path: string): string => (path.split("/")[1] ?? "").replace(/\.ts$/, "");
const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));

/**
 * Search uses only its ports to reach the index, so that another engine or another store can replace the present one.
 */
const unseen: Readonly<Record<string, readonly string[]>> = { search: ["host", "store"] };

function mayImport(from: string, to: string): boolean {
  if (unseen[from]?.includes(to)) return false;
  return from === to || layerOf(to) < layerOf(from);
}

/** Returns one line for each breach of the layer table; `files` holds all of `src/`. */
export function findBreaches(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, imports }) => {
    const part = partOf(path);
    if (layerOf(part) < 0) return [`${path}: "${part}" is not in the table of ${PAGE}`];
    return imports.flatMap((target) => {
      if (target.startsWith("src/")) return mayImport(part, partOf(target)) ? [] : [`${path} imports ${target}`];
      if (target.startsWith("wasm/model/")) {
        return path.startsWith("src/models/module/")
          ? []
          : [`${path} imports the model module; only src/models/module may`];
      }
      if (target.startsWith("wasm/")) {
        return path.startsWith("src/store/engine/") ? [] : [`${path} imports the core; only src/store/engine may`];
      }
      if (/^[a-z]+\.ts$/.test(target)) return [`${path} imports the entry file ${target}`];
      return [];
    });
  });
}

/** Returns each pair of different entries of `src/` of which the first imports the second, as `from → to`. */
export function findArrows(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, imports }) =>
      imports.filter((target) => target.startsWith("src/") && partOf(target) !== partOf(path))
        .map((target) => `${partOf(path)} → ${partOf(target)}`)
    ),
  );
}

/** The entries of `src/` in the table. A file belongs to the folder of its name. */
export function tableEntries(): readonly string[] {
  return [...new Set(layers.flat())];
}

/** Returns the import cycles, each once, as `a → b → a`. */
export function findCycles(files: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) {
      if (byPath.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}
