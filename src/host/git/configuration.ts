/** The configuration that ra gives to git. It only has keys that say how to read, and none that names a program. */
import type { FinishedProgram } from "../run_program.ts";

/** Keys as git prints them, with their values. The last value of a key wins. */
export type GitSettings = readonly (readonly [key: string, value: string])[];

/** A pattern for the keys that ra takes from the user's or the machine's configuration. */
export const USER_KEYS = "^core\\.(autocrlf|eol|excludesfile)$";

/** The keys that ra takes from a repository's configuration. The last three resolve `@{upstream}`. */
const REPOSITORY_KEYS =
  /^(?:core\.(?:autocrlf|eol|filemode|ignorecase|precomposeunicode|symlinks)|extensions\.objectformat|branch\..*\.(?:remote|merge)|remote\..*\.fetch)$/s;

/** The settings that `git config --null` printed; empty when it failed. */
export function settingsIn({ code, stdout }: FinishedProgram): GitSettings {
  if (code !== 0) return [];
  return new TextDecoder().decode(stdout).split("\0").filter((entry) => entry !== "").map((entry) => {
    const end = entry.indexOf("\n");
    // A key without a value means `true`.
    return end === -1 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
  });
}

/** The settings of a repository that git may see. */
export function allowed(settings: GitSettings): GitSettings {
  return settings.filter(([key]) => REPOSITORY_KEYS.test(key));
}

/** The text of a configuration file with these settings. */
export function configuration(settings: GitSettings): string {
  const base: GitSettings = [
    ["core.repositoryformatversion", "1"],
    ["core.bare", "false"], // Larger files count as binary, so that a diff does not read them into memory.
    ["core.bigFileThreshold", "16m"],
  ];
  return [...base, ...settings].map(([key, value]) => `${section(key)}\n${lastPart(key)} = ${quoted(value)}\n`).join(
    "",
  );
}

/** The section header of a key: `[branch "a.b"]` for `branch.a.b.merge`. */
function section(key: string): string {
  const start = key.indexOf(".");
  const end = key.lastIndexOf(".");
  return start === end ? `[${key.slice(0, start)}]` : `[${key.slice(0, start)} ${quoted(key.slice(start + 1, end))}]`;
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}
