import type { SourceFile } from "./source_files.ts";

/**
 * From low to high. An import stays in its folder or goes to a lower row; folders of one row do not know each other.
 */
const layers: readonly (readonly string[])[] = [
  ["errors.ts", "version.ts"],
  ["text"],
  ["host"],
  ["config", "query"],
  ["document"],
  ["ports"],
  ["engine"],
  ["store"],
  ["retrieval"],
  ["report.ts"],
  ["output"],
  ["context", "agents", "drift", "semantic"],
  ["workspace", "workspace.ts"],
  ["rag"],
  ["http"],
  ["mcp", "web"],
  ["cli"],
];

/** Files of one part at the top of `src/` may import each other. */
const facade: readonly string[] = ["report.ts", "workspace", "workspace.ts"];

const partOf = (path: string): string => path.split("/")[1] ?? "";
const layerOf = (part: string): number => layers.findIndex((layer) => layer.includes(part));

/** Retrieval reaches the index through ports alone, so that another engine or another store can stand behind them. */
const unseen: Readonly<Record<string, readonly string[]>> = { retrieval: ["host", "engine", "store"] };

function mayImport(from: string, to: string): boolean {
  if (unseen[from]?.includes(to)) return false;
  if (from === to || (facade.includes(from) && facade.includes(to))) return true;
  return layerOf(to) < layerOf(from);
}

/** One line for each breach of the layer table; files: all of `src/`. */
export function findBreaches(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, imports }) => {
    const part = partOf(path);
    if (layerOf(part) < 0) return [`${path}: "${part}" has no place in the layer table`];
    return imports.flatMap((target) => {
      if (target.startsWith("src/")) return mayImport(part, partOf(target)) ? [] : [`${path} imports ${target}`];
      if (target.startsWith("wasm/")) return part === "engine" ? [] : [`${path} imports the core; only src/engine may`];
      if (/^[a-z]+\.ts$/.test(target)) return [`${path} imports the entry file ${target}`];
      return [];
    });
  });
}

/** Import cycles, each as `a → b → a`; a cycle is found once. */
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
