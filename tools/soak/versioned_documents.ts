/**
 * Documents whose text depends only on their name and version, so that any passage shows whether it was ever written.
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";

export const DOCUMENTS: readonly string[] = Array.from({ length: 24 }, (_, at) => `d${String(at).padStart(2, "0")}`);
const PARTS = 4;

/** The word that only this document holds. */
export function wordOf(name: string): string {
  return `word${name}`;
}

/**
 * The file's text. Its length differs from version to version, so that the spans of one version cut the next in wrong
 * places.
 */
function textOf(name: string, version: number): string {
  const parts = Array.from({ length: PARTS }, (_, part) => `## Part ${part}\n\n${bodyOf(name, version, part)}`);
  return `# ${name}\n\n${"é".repeat(version % 37)}\n\n${parts.join("\n")}`;
}

function bodyOf(name: string, version: number, part: number): string {
  return `${wordOf(name)} version ${version} part ${part}.${
    " ü".repeat((version * 7 + part * 3) % 41)
  } end ${version}.\n`;
}

/** Finds the version that a section's text shows. Throws if no version of the document ever held that text. */
export function versionShown(name: string, content: string): number {
  const version = Number(/version (\d+) part/.exec(content)?.[1] ?? Number.NaN);
  const part = Number(/part (\d+)\./.exec(content)?.[1] ?? Number.NaN);
  // A blank line between two parts belongs to the first.
  const expected = `\n${bodyOf(name, version, part)}${part === PARTS - 1 ? "" : "\n"}`;
  if (content !== expected) {
    throw new Error(`wrong text of ${name}: ${JSON.stringify(content)} instead of ${JSON.stringify(expected)}`);
  }
  return version;
}

/** Writes a version. Every other time it replaces the file instead of overwriting it. */
export function writeVersion(project: string, name: string, version: number): void {
  const path = `${project}/docs/${name}.md`;
  if (version % 2 === 0) return writeFileSync(path, textOf(name, version));
  writeFileSync(`${project}/draft-${name}`, textOf(name, version));
  renameSync(`${project}/draft-${name}`, path);
}

/** Deletes the document. */
export function removeDocument(project: string, name: string): void {
  rmSync(`${project}/docs/${name}.md`);
}
