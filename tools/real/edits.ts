// Changes a sample of a collection's files: edits, additions, deletions, renames.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Edits {
  readonly edited: readonly string[];
  readonly added: readonly string[];
  readonly deleted: readonly string[];
  readonly renamed: readonly (readonly [from: string, to: string])[];
}

/** The word that `round` puts into file number `at`. */
export const mark = (round: number, at: number): string => `zqmark${round}x${at}`;

/** Changes every `step`-th file in one of four ways; `paths` are relative to `root`. */
export function editFiles(root: string, paths: readonly string[], step: number, round: number): Edits {
  const [edited, added, deleted, renamed]: [string[], string[], string[], [string, string][]] = [[], [], [], []];
  for (let at = round; at < paths.length; at += step) {
    const path = paths[at]!;
    const file = `${root}/${path}`;
    const number = Math.floor(at / step);
    switch (number % 4) {
      case 0: {
        const text = readFileSync(file, "utf8");
        const middle = text.indexOf("\n\n", text.length >> 1);
        const cut = middle < 0 ? text.length : middle;
        // Inserts a paragraph in the middle, drops the end, or adds a section, so that spans before and behind move.
        writeFileSync(
          file,
          `${text.slice(0, cut)}\n\n${mark(round, number)} größer wird es.\n${
            number % 8 === 0 ? text.slice(cut) : ""
          }\n## Added in round ${round}\n\n${mark(round, number)} again.\n`,
        );
        edited.push(path);
        break;
      }
      case 1: {
        const fresh = `${dirname(path)}/added-${round}-${number}.md`.replace(/^\.\//, "");
        writeFileSync(
          `${root}/${fresh}`,
          `---\ntags: [added]\n---\n# Added document\n\n${mark(round, number)} is new.\n\n## Part\n\n${
            readFileSync(file, "utf8").slice(0, 2000)
          }`,
        );
        added.push(fresh);
        break;
      }
      case 2:
        rmSync(file);
        deleted.push(path);
        break;
      default: {
        const to = `moved-${round}/${number}-${path.slice(path.lastIndexOf("/") + 1)}`;
        mkdirSync(dirname(`${root}/${to}`), { recursive: true });
        renameSync(file, `${root}/${to}`);
        renamed.push([path, to]);
      }
    }
  }
  return { edited, added, deleted, renamed };
}
