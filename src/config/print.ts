/** The text of `ra config`. */
import type { Config, ContextRule, TestConfig, TreeConfig } from "./config.ts";
import { keysOf, lastPart, SECTIONS } from "./keys.ts";
import type { Key, KeyValue } from "./keys/key.ts";
import { tomlKey, tomlStrings, tomlValue } from "./toml_text.ts";

/**
 * Prints the effective configuration as TOML, with every key and its value. Tree paths are absolute, so that the text
 * means the same anywhere. Comments name the files, nearest first, and the file that defines each tree.
 */
export function printConfig(config: Config): string {
  const head = [
    ...config.files.map((file) => `# from ${quoted(file.path)}${file.global ? " (global)" : ""}`),
    `# index beside ${quoted(config.root)}`,
  ];
  const blocks = [
    head,
    ...SECTIONS.flatMap((section) => {
      if (section.path === "tree.*") return config.trees.map(treeBlock);
      if (section.path === "test.*") return config.tests.map(testBlock);
      if (section.path === "context.rules.*") return config.context.rules.map(ruleBlock);
      if (section.path === "context.patterns") return [patternBlock(config.context.patterns)];
      if (section.path === "search.weight") return [weightBlock(config.search.weight)];
      if (section.path === "search.synonyms") return synonymBlock(config.search.synonyms);
      if (section.path === "" || section.path.startsWith("tree.*.")) return [];
      return [[`[${section.path}]`, ...settings(section.path, valuesIn(config, section.path))]];
    }),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function treeBlock(tree: TreeConfig): string[] {
  const written = tree.writtenPath === tree.path ? "" : `, written ${quoted(tree.writtenPath)}`;
  return [
    `# ${tree.global ? "global" : "local"}, defined in ${quoted(tree.definedIn)}${written}`,
    `[tree.${tomlKey(tree.name)}]`,
    ...settings("tree.*", tree),
    ...(Object.keys(tree.sizes).length === 0 ? [] : [`sizes = { ${settings("tree.*.sizes", tree.sizes).join(", ")} }`]),
    ...(Object.keys(tree.metadata).length === 0 ? [] : [`metadata = ${tomlStrings(tree.metadata)}`]),
    ...(Object.keys(tree.locales).length === 0 ? [] : [`locales = ${tomlStrings(tree.locales)}`]),
    ...(Object.keys(tree.format).length === 0 ? [] : [`format = ${tomlStrings(tree.format)}`]),
  ];
}

function testBlock(test: TestConfig): string[] {
  return [`# defined in ${quoted(test.definedIn)}`, "[[test]]", ...settings("test.*", test)];
}

function ruleBlock(rule: ContextRule): string[] {
  return [`# defined in ${quoted(rule.definedIn)}`, "[[context.rules]]", ...settings("context.rules.*", rule)];
}

function patternBlock(patterns: Config["context"]["patterns"]): string[] {
  return [
    "[context.patterns]",
    ...patterns.map(({ glob, terms, definedIn }) =>
      `${tomlKey(glob)} = ${tomlValue(terms, "strings")}${
        definedIn === null ? "" : ` # defined in ${quoted(definedIn)}`
      }`
    ),
  ];
}

function weightBlock(weights: Config["search"]["weight"]): string[] {
  return [
    "[search.weight]",
    ...Object.entries(weights).map(([glob, weight]) => `${tomlKey(glob)} = ${tomlValue(weight, "number")}`),
  ];
}

function synonymBlock(synonyms: Config["search"]["synonyms"]): string[][] {
  const lines = Object.entries(synonyms).map(([word, others]) => `${tomlKey(word)} = ${tomlValue(others, "strings")}`);
  return lines.length === 0 ? [] : [["[search.synonyms]", ...lines]];
}

function settings(section: string, values: object): string[] {
  return keysOf(section).flatMap((key: Key) => {
    const name = lastPart(key.path);
    const value = (values as Record<string, KeyValue | undefined>)[name];
    return value === undefined ? [] : [`${name} = ${tomlValue(value, key.type)}`];
  });
}

function valuesIn(config: Config, section: string): object {
  return section.split(".").reduce<object>((table, part) => (table as Record<string, object>)[part] as object, config);
}

/** Quotes a file name, so that it cannot break out of its comment. */
function quoted(text: string): string {
  return tomlValue(text, "string");
}
