/** Generators whose configuration is TOML, YAML or JSON. */
import { isLanguageCode } from "../../config/keys/tree_parts.ts";
import { navigationKind } from "../../document/navigation/navigation.ts";
import { mkdocsFolder } from "../../document/navigation/yaml_navigation.ts";
import { joined, withoutDoubles } from "./languages.ts";
import { at, type Locale, type SiteFolder, type SiteGenerator, textAt, textsAt, textsIn } from "./site.ts";

export const mdbook: SiteGenerator = {
  name: "mdBook",
  fileIn: (folder) => folder.firstOf(["book.toml"]),
  read: (folder, file) => ({ folders: [textAt(folder.data(file), "book", "src") ?? "src"] }),
};

export const mkdocs: SiteGenerator = {
  name: "MkDocs",
  // Of both, MkDocs reads the one that is called `.yml`.
  fileIn: (folder) =>
    folder.firstOf(folder.namesIn(".").filter((name) => navigationKind(name) === "mkdocs").sort().reverse()),
  read(folder, file) {
    const config = folder.data(file);
    const docs = joined(mkdocsFolder(config));
    const inDocs = (path: string | undefined): readonly string[] =>
      path !== undefined && joined(path).startsWith(`${docs}/`) ? [joined(path)] : [];
    const exclude = [...inDocs(textAt(config, "theme", "custom_dir")), ...inDocs(textAt(config, "site_dir"))];
    const locales = mkdocsLocales(folder, docs, at(config, "plugins"));
    return { folders: [docs], exclude, locales, base_url: textAt(config, "site_url") };
  },
};

/**
 * With `docs_structure: folder`, languages are folders; else all lie in one folder, and the names of files end with
 * them: `page.fr.md`.
 */
function mkdocsLocales(folder: SiteFolder, docs: string, plugins: unknown): readonly Locale[] {
  const listed = Array.isArray(plugins) ? plugins.map((one) => at(one, "i18n")) : [at(plugins, "i18n")];
  const plugin = listed.find((one) => one !== undefined);
  const isByFolder = textAt(plugin, "docs_structure") === "folder";
  const languages = at(plugin, "languages");
  const found = (Array.isArray(languages) ? languages : []).flatMap((one) => {
    const code = textAt(one, "locale");
    const place = code !== undefined && isByFolder ? joined(docs, code) : docs;
    const isDefault = textAt(one, "default") === "true";
    return code !== undefined && isLanguageCode(code) && folder.isFolder(place) ? [{ code, place, isDefault }] : [];
  });
  if (found.length < 2) return [];
  const ordered = [...found.filter(({ isDefault }) => isDefault), ...found.filter(({ isDefault }) => !isDefault)];
  return withoutDoubles(ordered.map(({ code, place }): Locale => [code, place]));
}

const DATA = ["toml", "yaml", "yml", "json"] as const;

export const hugo: SiteGenerator = {
  name: "Hugo",
  fileIn(folder) {
    const file = folder.firstOf([...DATA.map((one) => `hugo.${one}`), ...DATA.map((one) => `config.${one}`)]);
    if (file !== undefined) return file;
    const names = new Set(folder.namesIn("config/_default"));
    const inner = [...DATA.map((one) => `hugo.${one}`), ...DATA.map((one) => `config.${one}`)];
    const found = inner.find((name) => names.has(name));
    return found === undefined ? undefined : `config/_default/${found}`;
  },
  read(folder, file) {
    const config = folder.data(file);
    // Zola has a `config.toml` too.
    if (textAt(config, "base_url") !== undefined) return undefined;
    const content = joined(ofCase(config, "contentdir") ?? "content");
    if (!folder.isFolder(content)) return undefined;
    const languages = at(config, "languages") ?? languagesBeside(folder, file);
    const named = typeof languages === "object" && languages !== null ? Object.keys(languages) : [];
    const first = ofCase(config, "defaultcontentlanguage") ?? "en";
    const isStated = named.some((code) => ofCase(at(languages, code), "contentdir") !== undefined);
    // The names of the folders tell them then.
    const isNamed = !isStated && named.filter((code) => folder.isFolder(joined(content, code))).length > 1;
    const found = (isNamed ? [] : named).flatMap((code): Locale[] => {
      // Without a folder of its own, the names of its files end with it: `page.fr.md`.
      const place = ofCase(at(languages, code), "contentdir") ?? content;
      return isLanguageCode(code) && folder.isFolder(place) ? [[code, joined(place)]] : [];
    });
    const ordered = [...found.filter(([code]) => code === first), ...found.filter(([code]) => code !== first)];
    const apart = ordered.map(([, place]) => place).filter((place) => !`${place}/`.startsWith(`${content}/`));
    const locales = ordered.length < 2 ? [] : withoutDoubles(ordered);
    return { folders: [content, ...apart], locales, base_url: ofCase(config, "baseurl") };
  },
};

function languagesBeside(folder: SiteFolder, file: string): unknown {
  if (!file.startsWith("config/")) return undefined;
  const names = new Set(folder.namesIn("config/_default"));
  const found = DATA.map((one) => `languages.${one}`).find((name) => names.has(name));
  return found === undefined ? undefined : folder.data(`config/_default/${found}`);
}

/** Hugo reads keys in any case. */
function ofCase(data: unknown, name: string): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const key = Object.keys(data).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : textAt(data, key);
}

export const zola: SiteGenerator = {
  name: "Zola",
  fileIn: (folder) => folder.firstOf(["zola.toml", "config.toml"]),
  read(folder, file) {
    const base_url = textAt(folder.data(file), "base_url");
    return base_url === undefined || !folder.isFolder("content") ? undefined : { folders: ["content"], base_url };
  },
};

/** Names of folders that Jekyll lays pages out with. */
const JEKYLL_PARTS = ["_layouts", "_includes", "_sass", "_plugins", "vendor"] as const;

export const jekyll: SiteGenerator = {
  name: "Jekyll",
  fileIn: (folder) => folder.firstOf(["_config.yml", "_config.yaml"]),
  read(folder, file) {
    const config = folder.data(file);
    // Hexo and Jupyter Book have a `_config.yml` too.
    const hexo = textAt(config, "source_dir");
    if (hexo !== undefined) return { folders: [hexo] };
    if (folder.holds("_toc.yml")) return { folders: ["."], exclude: ["_build"] };
    const source = joined(textAt(config, "source") ?? ".");
    const output = joined(textAt(config, "destination") ?? "_site");
    const parts = JEKYLL_PARTS.filter((name) => folder.isFolder(joined(source, name)));
    const stated = textsAt(config, "exclude").map((one) => joined(one)).filter((one) => isDocumentGlob(folder, one));
    const url = textAt(config, "url");
    return {
      base_url: url === undefined ? undefined : url + (textAt(config, "baseurl") ?? ""),
      folders: [source, ...jekyllCollections(config, source)],
      exclude: [...new Set([output, ...[...parts, ...stated].map((one) => joined(source, one))])],
    };
  },
};

/** The folders of collections. `collections_dir` may lead out of the source. */
function jekyllCollections(config: unknown, source: string): readonly string[] {
  const stated = at(config, "collections");
  const names = typeof stated === "object" && stated !== null && !Array.isArray(stated)
    ? Object.keys(stated)
    : textsIn(stated);
  const folder = joined(source, textAt(config, "collections_dir") ?? ".");
  return names.map((name) => joined(folder, `_${name}`));
}

/** Whether an entry of Jekyll's `exclude` can name documents: a folder, or a file of text. */
function isDocumentGlob(folder: SiteFolder, glob: string): boolean {
  return /\.(?:md|markdown|html?|txt|\*)$/i.test(glob) || folder.isFolder(glob);
}

export const antora: SiteGenerator = {
  name: "Antora",
  fileIn: (folder) => folder.firstOf(["antora.yml", "antora.yaml"]),
  // Lists of pages lie beside the folders of a module, and are no pages.
  read: (folder) =>
    folder.isFolder("modules")
      ? { folders: ["."], exclude: ["modules/*/{partials,examples}", "modules/*/nav*.adoc"] }
      : undefined,
};

/** What Quarto takes for texts about the source, not pages. */
const QUARTO_NOTES = "**/{README.md,README.qmd,CLAUDE.md,AGENTS.md}";

export const quarto: SiteGenerator = {
  name: "Quarto",
  fileIn: (folder) => folder.firstOf(["_quarto.yml", "_quarto.yaml"]),
  read(folder, file) {
    const config = folder.data(file);
    const usual = textAt(config, "project", "type") === "book" ? "_book" : "_site";
    const output = joined(textAt(config, "project", "output-dir") ?? usual);
    const notRendered = textsAt(config, "project", "render").filter((one) => one.startsWith("!"))
      .map((one) => joined(one.slice(1)));
    // What begins with an underscore is part of other pages.
    const base_url = textAt(config, "website", "site-url") ?? textAt(config, "book", "site-url");
    const exclude = [...output === "." ? [] : [output], "**/_*", QUARTO_NOTES, ...notRendered];
    return { folders: ["."], exclude, base_url };
  },
};

export const gitbook: SiteGenerator = {
  name: "GitBook",
  fileIn: (folder) => folder.firstOf([".gitbook.yaml", "SUMMARY.md"]),
  read: (folder, file) => ({
    folders: [file === "SUMMARY.md" ? "." : joined(textAt(folder.data(file), "root") ?? ".")],
  }),
};
