/** Generators whose configuration is a Python program, a page or a folder. */
import { formatOf } from "../../document/formats/registry.ts";
import type { Literals } from "../../text/script/literals.ts";
import { joined } from "./languages.ts";
import { type SiteGenerator, textAt, textsIn } from "./site.ts";

export const sphinx: SiteGenerator = {
  name: "Sphinx",
  fileIn: (folder) => folder.firstOf(["conf.py"]),
  read(folder, file) {
    if (!/sphinx|^(?:extensions|source_suffix|html_theme|master_doc)\b/m.test(folder.text(file) ?? "")) {
      return undefined;
    }
    const config = folder.literals(file);
    const folders = ["templates_path", "locale_dirs"].flatMap((name) => textsIn(config.constant(name)))
      .filter((one) => one !== "." && folder.isFolder(one));
    const patterns = textsIn(config.constant("exclude_patterns")).filter((one) => !/\.DS_Store|Thumbs\.db/.test(one));
    return {
      folders: ["."],
      exclude: [...new Set(["_build", ...folders, ...patterns, ...madeManuals(config)].map((one) => joined(one)))],
      format: suffixFormats(config.constant("source_suffix")),
      base_url: textsIn(config.constant("html_baseurl"))[0],
    };
  },
};

/** The manual pages that Sphinx makes of documents: `(document, name, description, authors, section)`. */
function madeManuals(config: Literals): readonly string[] {
  const stated = config.constant("man_pages");
  return (Array.isArray(stated) ? stated : []).flatMap((one) => {
    const [, name, , , section] = Array.isArray(one) ? one : [];
    return typeof name === "string" && /^[\w.-]+$/.test(name) && /^[1-9]$/.test(String(section))
      ? [`**/${name}.${section}`]
      : [];
  });
}

/** The formats of Sphinx' files, by the names of its parsers. */
const PARSERS: Readonly<Record<string, string>> = { restructuredtext: "rst", markdown: "markdown" };

/** `".txt"`, `[".rst", ".txt"]` or `{".txt": "restructuredtext"}`, without those that ra reads so anyway. */
function suffixFormats(stated: unknown): readonly (readonly [glob: string, format: string])[] {
  const suffixes: readonly (readonly [string, unknown])[] = typeof stated === "string"
    ? [[stated, null]]
    : Array.isArray(stated)
    ? textsIn(stated).map((suffix) => [suffix, null] as const)
    : typeof stated === "object" && stated !== null
    ? Object.entries(stated)
    : [];
  return suffixes.flatMap(([suffix, parser]) => {
    const format = PARSERS[typeof parser === "string" ? parser.toLowerCase() : "restructuredtext"];
    if (format === undefined || !/^\.[\w.]+$/.test(suffix) || formatOf(`a${suffix}`).name === format) return [];
    return [[`**/*${suffix}`, format] as const];
  });
}

export const docsify: SiteGenerator = {
  name: "docsify",
  fileIn: (folder) => folder.firstOf(["index.html"]),
  read(folder, file) {
    if (!(folder.text(file) ?? "").includes("docsify")) return undefined;
    return { folders: ["."], exclude: ["index.html", "**/_{sidebar,navbar,coverpage}.md"] };
  },
};

export const obsidian: SiteGenerator = {
  name: "Obsidian",
  fileIn: (folder) => folder.isFolder(".obsidian") ? ".obsidian" : undefined,
  read(folder, file) {
    const templates = textAt(folder.data(`${file}/templates.json`), "folder");
    return {
      folders: ["."],
      exclude: templates !== undefined && folder.isFolder(templates) ? [joined(templates)] : [],
    };
  },
};
