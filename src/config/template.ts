/** The file that `ra init` writes. */
import { SECTIONS, keyAt, keysOf, lastPart } from "./keys.ts";
import type { Key } from "./keys.ts";
import { tomlValue } from "./toml_text.ts";

/**
 * A commented `.ra.toml` with one tree named `docs` at `treePath`: every key of the table with its meaning and its default.
 * Only the tree is set; removing the `#` directly before a key sets that one.
 */
export function configTemplate(treePath: string): string {
  const lines = ["# Configuration of ra. Each key below shows its default; remove the # before a key to set it."];
  for (const section of SECTIONS) {
    if (section.path !== "") lines.push("", `# ${section.meaning}`, `[${section.path.replace("*", "docs")}]`);
    for (const key of keysOf(section.path)) {
      if (section.path === "") lines.push("");
      lines.push(`# ${key.meaning}${choices(key)}`, setting(key, treePath));
    }
  }
  return `${lines.join("\n")}\n`;
}

function setting(key: Key, treePath: string): string {
  const name = lastPart(key.path);
  const value = defaultOf(key);
  return value === undefined ? `${name} = ${tomlValue(treePath, key.type)}` : `#${name} = ${tomlValue(value, key.type)}`;
}

function choices(key: Key): string {
  return key.oneOf === undefined || key.inherits !== undefined ? "" : ` One of: ${key.oneOf.join(", ")}.`;
}

/** The value that applies when nothing is set, inherited or not; `undefined` for a required key. */
export function defaultOf(key: Key): Key["default"] {
  return key.inherits === undefined ? key.default : keyAt(key.inherits)?.default;
}
