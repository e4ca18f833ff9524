/**
 * Compares the outlines of real documents with those that the formats' own programs found
 * (`tools/readers/store_outlines_task.ts` wrote them). The documents come from package registries.
 */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test } from "node:test";
import { canHave, materialFolder, type MaterialName } from "./material.ts";
import { OUTLINES, ownOutline, type StoredHeading, storedOutlines } from "./outline.ts";

/** How many of a thousand headings may be in only one of both. */
const MOST = 5;

interface Kind {
  readonly name: MaterialName;
  /** The name by which ra tells the format. */
  readonly extension: string;
  readonly isSame: (theirs: StoredHeading, ours: StoredHeading) => boolean;
}

const sameText = (theirs: StoredHeading, ours: StoredHeading): boolean => theirs.text === ours.text;
const sameLine = (theirs: StoredHeading, ours: StoredHeading): boolean => theirs.line === ours.line;
const sameLevel = (theirs: StoredHeading, ours: StoredHeading): boolean =>
  theirs.level === 0 || theirs.level === ours.level;
/** Sphinx gives the line of a title or of the line below it, and ra that of the line above. */
const nearLine = (theirs: StoredHeading, ours: StoredHeading): boolean =>
  ours.line <= theirs.line && theirs.line <= ours.line + 2;

const KINDS: readonly Kind[] = [
  ...(["sphinx", "flask", "docutils"] as const).map((name): Kind => ({
    name,
    extension: ".rst",
    isSame: (theirs, ours) => nearLine(theirs, ours) && sameText(theirs, ours),
  })),
  {
    name: "git-doc",
    extension: ".adoc",
    isSame: (theirs, ours) => sameLine(theirs, ours) && sameLevel(theirs, ours) && sameText(theirs, ours),
  },
  { name: "npm", extension: ".1", isSame: (theirs, ours) => sameLine(theirs, ours) && sameLevel(theirs, ours) },
  {
    name: "nbconvert",
    extension: ".ipynb",
    isSame: (theirs, ours) => sameLevel(theirs, ours) && sameText(theirs, ours),
  },
];

for (const { name, extension, isSame } of KINDS) {
  const isKnown = canHave(name);
  const skip = isKnown ? false : `this system's packages do not have the version of ${name} whose outlines are stored`;
  test(`ra finds the headings of ${name} that the format's own program finds`, { skip }, async () => {
    const root = materialFolder(name);
    const differences: string[] = [];
    let headings = 0;
    for (const [path, stored] of storedOutlines(join(OUTLINES, `${name}.txt`))) {
      const own = await ownOutline(join(root, path), basename(path).replace(/\.[^.]*$/, "") + extension);
      const left = [...own];
      headings += stored.length;
      for (const theirs of stored) {
        const at = left.findIndex((ours) => isSame(theirs, ours));
        if (at === -1) differences.push(`- ${path}:${theirs.line} ${theirs.level} ${theirs.text}`);
        else left.splice(at, 1);
      }
      differences.push(...left.map(({ line, level, text }) => `+ ${path}:${line} ${level} ${text}`));
    }
    assert.ok(headings > 0, "the stored outlines have headings");
    assert.ok(
      differences.length * 1000 <= MOST * headings,
      `${differences.length} of ${headings}:\n${differences.join("\n")}`,
    );
  });
}
