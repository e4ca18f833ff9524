/** Reads what is written in YAML: the `nav` of MkDocs, the data of Jekyll, and the labels of folders. */
import { parseMapping } from "../yaml_mapping.ts";
import {
  below,
  type FolderLabel,
  isForeign,
  isObject,
  listOf,
  type Navigation,
  NavigationEntries,
  plainTitle,
} from "./navigation.ts";

/** Throws an error whose message says what is not valid. */
export function readMkdocs(text: string): Navigation {
  const config = mappingIn(text);
  const entries = new NavigationEntries();
  addEntries(entries, listOf(config["nav"]), [], 0);
  return entries.in([mkdocsFolder(config)]);
}

/** The folder of the pages, from that of the configuration. */
export function mkdocsFolder(config: Readonly<Record<string, unknown>>): string {
  const { docs_dir: folder } = config;
  return typeof folder === "string" && folder !== "" ? folder : "docs";
}

function addEntries(
  into: NavigationEntries,
  entries: readonly unknown[],
  section: readonly string[],
  depth: number,
): void {
  for (const entry of into.reaches(depth, entries.length > 0) ? entries : []) {
    if (typeof entry === "string") addPage(into, null, entry, section);
    else if (isObject(entry)) {
      for (const [name, value] of Object.entries(entry)) {
        const title = plainTitle(name);
        if (typeof value === "string") addPage(into, title, value, section);
        else addEntries(into, listOf(value), below(section, title), depth + 1);
      }
    }
  }
}

function addPage(into: NavigationEntries, title: string | null, page: string, section: readonly string[]): void {
  const isPage = page !== "" && !isForeign(page) && !/[*?]/.test(page);
  if (isPage) into.add(title, { page }, section);
}

/** How themes of Jekyll call the title and the address of an entry. All other lists hold the entries below it. */
const TITLES = ["title", "name", "text", "label"] as const;
const ADDRESSES = ["url", "link", "href", "path", "page"] as const;

/** Lists of titles and addresses, nested under any name. */
export function readJekyll(text: string): Navigation {
  const entries = new NavigationEntries();
  addData(entries, mappingIn(text), [], 0);
  return entries.in([".."]);
}

function addData(into: NavigationEntries, value: unknown, section: readonly string[], depth: number): void {
  if (!into.reaches(depth, true)) return;
  if (Array.isArray(value)) {
    for (const inner of value) addData(into, inner, section, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const title = plainTitle(TITLES.map((name) => value[name]).find((found) => typeof found === "string"));
  const address = ADDRESSES.map((name) => value[name]).find((found) => typeof found === "string");
  if (typeof address === "string") addPage(into, title, address, section);
  for (const inner of Object.values(value)) {
    if (typeof inner === "object") addData(into, inner, below(section, title), depth + 1);
  }
}

/** The label of a folder of Docusaurus, in YAML or JSON, which YAML contains. */
export function readCategory(text: string): FolderLabel {
  const { label, position } = mappingIn(text.replaceAll("\t", "  "));
  const number = Number(position);
  return {
    title: plainTitle(label),
    position: typeof position === "string" && position.trim() !== "" && Number.isFinite(number) ? number : null,
  };
}

/** The values of a text. A list gets a name. Tags such as `!ENV` are read over. */
function mappingIn(text: string): Readonly<Record<string, unknown>> {
  const yaml = text.replace(/^\uFEFF/, "").replace(/^---[ \t]*\r?\n/, "");
  const found = parseMapping(yaml);
  const whole = "mapping" in found && found.mapping === null ? parseMapping(`list:\n${yaml}`) : found;
  if ("error" in whole) throw new Error(`line ${whole.line + 1}: ${whole.error}`);
  return whole.mapping ?? {};
}
