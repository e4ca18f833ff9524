/** Keeps inputs that once failed as files, so that tests can try them again. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../tests/fuzz/corpus", import.meta.url));

/** Reads the inputs that are kept for a target, by file name. */
export function corpusOf(target: string): ReadonlyMap<string, Uint8Array> {
  const names = readdirSync(`${FOLDER}/${target}`).filter((name) => !name.startsWith(".")).sort();
  return new Map(names.map((name) => [name, new Uint8Array(readFileSync(`${FOLDER}/${target}/${name}`))]));
}

/** Keeps an input for good. Returns its path. */
export function keep(target: string, input: Uint8Array): string {
  const path = `${FOLDER}/${target}/${createHash("sha256").update(input).digest("hex").slice(0, 12)}`;
  mkdirSync(`${FOLDER}/${target}`, { recursive: true });
  writeFileSync(path, input);
  return path;
}
