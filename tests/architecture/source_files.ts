import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

export interface SourceFile {
  /** The path relative to the checkout, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** The imports, types included, as paths relative to the checkout or package names as written. */
  readonly imports: readonly string[];
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s*)["']([^"']+)["']/gm;

/** Reads one source file of the checkout (the working directory). */
export function readSource(path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const imports = [...withoutComments.matchAll(importPattern)].map(([, name]) =>
    name!.startsWith(".") ? posix.join(posix.dirname(path), name!) : name!
  );
  return { path, lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0), imports };
}

/** Returns the path of everything below a folder. */
export function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

/** Returns the path of every TypeScript and JavaScript file below a folder, sorted. */
export function readPaths(folder: string): readonly string[] {
  return pathsBelow(folder)
    .filter((path) => /\.(?:ts|mjs)$/.test(path))
    .sort();
}

/** Reads every TypeScript file below a folder, sorted by path. */
export function readSources(folder: string): readonly SourceFile[] {
  return readPaths(folder).map(readSource);
}
