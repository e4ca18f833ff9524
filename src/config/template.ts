/** The file that `ra init` writes. */
import { keyAt, keysOf, lastPart, SECTIONS } from "./keys.ts";
import type { Key } from "./keys/key.ts";
import { tomlValue } from "./toml_text.ts";

/** Names in place of those that users choose. */
const TEMPLATE_NAMES: Readonly<Record<string, string>> = {
  "context.patterns.*": '"*.rs"',
  "tree.*.metadata.*": "team",
  "tree.*.locales.*": "de",
  "search.weight.*": '"CHANGELOG*"',
};

/**
 * Writes a commented `.ra.toml` with one tree named `docs` at `treePath`, and every key with its meaning and default.
 * Only the tree is active. Optional keys show an example. Removing the `#` before a key activates it.
 */
export function configTemplate(treePath: string): string {
  const lines = [
    "# Configuration of ra. Each key below shows its default, or an example where it says so; remove the # before a key to set it.",
  ];
  for (const section of SECTIONS) {
    // Comments out the whole list of tables, because its required keys have no sensible value.
    if (section.list) lines.push("", `# ${section.meaning}`, `#[[${section.path.replace(".*", "")}]]`);
    else if (section.path !== "") lines.push("", `# ${section.meaning}`, `[${section.path.replace("*", "docs")}]`);
    for (const key of keysOf(section.path)) {
      if (section.path === "") lines.push("");
      lines.push(`# ${key.meaning}${choices(key)}${whenUnset(key)}`, setting(key, treePath));
    }
  }
  return `${lines.join("\n")}\n`;
}

function setting(key: Key, treePath: string): string {
  if (key.path === "test.*.query") return '#query = "how to install"';
  if (key.path === "test.*.expect") return '#expect = "docs:guide.md#installation"';
  if (key.path === "context.rules.*.match") return '#match = "src/api/**"';
  const name = lastPart(key.path).replace("*", TEMPLATE_NAMES[key.path] ?? "k8s");
  const value = defaultOf(key);
  return value === undefined
    ? `${name} = ${tomlValue(treePath, key.type)}`
    : `#${name} = ${tomlValue(value, key.type)}`;
}

function choices(key: Key): string {
  return key.oneOf === undefined || key.inherits !== undefined ? "" : ` One of: ${key.oneOf.join(", ")}.`;
}

function whenUnset(key: Key): string {
  return key.optional === undefined ? "" : ` Example; when not set: ${key.optional.unset}.`;
}

/** The value that applies if nothing is set, whether inherited or not, or an example. Undefined for a required key. */
function defaultOf(key: Key): Key["default"] {
  if (key.optional !== undefined) return key.optional.example;
  return key.inherits === undefined ? key.default : keyAt(key.inherits)?.default;
}
