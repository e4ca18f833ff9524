/** The file that `ra init` writes. */
import { keyAt, keysOf, lastPart, SECTIONS } from "./keys.ts";
import type { Key } from "./keys/key.ts";
import { tomlKey, tomlValue } from "./toml_text.ts";

/** Names in place of those that users choose. */
const TEMPLATE_NAMES: Readonly<Record<string, string>> = {
  "context.patterns.*": '"*.rs"',
  "tree.*.metadata.*": "team",
  "tree.*.locales.*": "de",
  "tree.*.format.*": '"**/*.txt"',
  "search.weight.*": '"CHANGELOG*"',
};

/** The name of the tree of the template. */
export const STARTER_TREE = "docs";

/** The tree of the template. A key that is absent or empty keeps its default. */
export interface StarterTree {
  readonly path: string;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Code and folder, in order. */
  readonly locales?: readonly (readonly [code: string, folder: string])[] | undefined;
  readonly versions?: readonly string[] | undefined;
  readonly base_url?: string | undefined;
  /** Glob and format. */
  readonly format?: readonly (readonly [glob: string, format: string])[] | undefined;
  /** One sentence on where these keys come from. It stands in a comment, and breaks no line. */
  readonly origin?: string | undefined;
}

/**
 * Writes a commented `.ra.toml` with one tree named `docs`, and every key with its meaning and default. Only the keys
 * of the tree are active. Optional keys show an example. Removing the `#` before a key activates it.
 */
export function configTemplate(tree: StarterTree): string {
  const lines = [
    "# Configuration of ra. Each key below shows its default, or an example where it says so; remove the # before a key to set it.",
  ];
  for (const section of SECTIONS) {
    // Comments out the whole list of tables, because its required keys have no sensible value.
    if (section.list) lines.push("", `# ${section.meaning}`, `#[[${section.path.replace(".*", "")}]]`);
    else if (section.path !== "") {
      lines.push("", `# ${section.meaning}`, `[${section.path.replace("*", STARTER_TREE)}]`);
    }
    if (section.path === "tree.*" && tree.origin !== undefined) lines.push(`# ${tree.origin}`);
    for (const key of keysOf(section.path)) {
      if (section.path === "") lines.push("");
      lines.push(`# ${key.meaning}${choices(key)}${whenUnset(key)}`, ...settings(key, tree));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** What the tree states of a key, or else the key with its default, as a comment. */
function settings(key: Key, tree: StarterTree): readonly string[] {
  if (key.path === "tree.*.path") return [`path = ${tomlValue(tree.path, key.type)}`];
  if (key.path === "tree.*.locales.*" && tree.locales !== undefined) {
    return tree.locales.map(([code, folder]) => `${tomlKey(code)} = ${tomlValue(folder, key.type)}`);
  }
  if (key.path === "tree.*.format.*" && tree.format !== undefined) {
    return tree.format.map(([glob, format]) => `${tomlKey(glob)} = ${tomlValue(format, key.type)}`);
  }
  if (key.path === "tree.*.base_url" && tree.base_url !== undefined) {
    return [`base_url = ${tomlValue(tree.base_url, key.type)}`];
  }
  const lists: Readonly<Record<string, readonly string[] | undefined>> = {
    "tree.*.include": tree.include,
    "tree.*.exclude": tree.exclude,
    "tree.*.versions": tree.versions,
  };
  const list = lists[key.path] ?? [];
  return list.length === 0 ? [setting(key)] : [`${lastPart(key.path)} = ${tomlValue(list, key.type)}`];
}

function setting(key: Key): string {
  if (key.path === "test.*.query") return '#query = "how to install"';
  if (key.path === "test.*.expect") return '#expect = "docs:guide.md#installation"';
  if (key.path === "context.rules.*.match") return '#match = "src/api/**"';
  const name = lastPart(key.path).replace("*", TEMPLATE_NAMES[key.path] ?? "k8s");
  return `#${name} = ${tomlValue(defaultOf(key) ?? "", key.type)}`;
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
