/** Generators whose configuration is a program. */
import { isLanguageCode } from "../../config/keys/tree_parts.ts";
import { joined, withoutDoubles } from "./languages.ts";
import { type Brackets, type Literal, own, textOf, textsOf, valuesOf } from "./literals.ts";
import type { Locale, SiteFolder, SiteGenerator } from "./site.ts";

const PROGRAMS = ["ts", "mts", "js", "mjs", "cjs"] as const;

export const docusaurus: SiteGenerator = {
  name: "Docusaurus",
  fileIn: (folder) => folder.firstOf(PROGRAMS.map((extension) => `docusaurus.config.${extension}`)),
  read(folder, file) {
    const config = folder.literals(file);
    const instances = valuesOf(config, "docs").filter((one) => typeof one === "object");
    const docs = textOf(instances.map((one) => own(one, "path")).find((path) => typeof path === "string")) ?? "docs";
    const versions = versionNames(folder).map((name) => `versioned_docs/version-${name}`).filter((one) =>
      folder.isFolder(one)
    );
    const first = textOf(valuesOf(config, "defaultLocale")[0]) ?? "en";
    // The list of the configuration is often computed. What is translated lies in folders.
    const names = folder.foldersIn("i18n").filter((name) => name !== first && isLanguageCode(name));
    const translated = names.map((name) => `i18n/${name}/docusaurus-plugin-content-docs`).filter((one) =>
      folder.isFolder(`${one}/current`)
    );
    return {
      folders: [docs, ...(versions.length === 0 ? [] : ["versioned_docs"]), ...translated],
      versions: versions.length === 0 ? [] : [docs, ...versions],
      locales: translated.length === 0 || !isLanguageCode(first)
        ? []
        : [[first, docs], ...translated.map((one): Locale => [one.split("/")[1]!, `${one}/current`])],
    };
  },
};

/** `versions.json` lists them, the newest first. */
function versionNames(folder: SiteFolder): readonly string[] {
  try {
    const names: unknown = JSON.parse(folder.text("versions.json") ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, MAX_VERSIONS) : [];
  } catch {
    return [];
  }
}

/** More folders than this would make a key that nobody reads. */
const MAX_VERSIONS = 200;

export const starlight: SiteGenerator = {
  name: "Starlight",
  fileIn: (folder) => folder.firstOf(PROGRAMS.map((extension) => `astro.config.${extension}`)),
  read(folder, file) {
    if (!(folder.text(file) ?? "").includes("starlight")) return undefined;
    const config = folder.literals(file);
    const content = joined(textOf(valuesOf(config, "srcDir")[0]) ?? "src", "content/docs");
    const first = textOf(valuesOf(config, "defaultLocale")[0]);
    return { folders: [content], locales: namedLocales(folder, content, valuesOf(config, "locales"), first) };
  },
};

export const vitepress: SiteGenerator = {
  name: "VitePress",
  fileIn(folder) {
    const names = new Set(folder.namesIn(".vitepress"));
    const file = PROGRAMS.map((extension) => `config.${extension}`).find((name) => names.has(name));
    if (file !== undefined) return `.vitepress/${file}`;
    const inner = new Set(folder.namesIn(".vitepress/config"));
    const index = PROGRAMS.map((extension) => `index.${extension}`).find((name) => inner.has(name));
    return index === undefined ? undefined : `.vitepress/config/${index}`;
  },
  read(folder, file) {
    const config = folder.literals(file);
    const content = joined(textOf(valuesOf(config, "srcDir")[0]) ?? ".");
    const exclude = textsOf(valuesOf(config, "srcExclude")[0]).map((glob) => joined(content, glob));
    return { folders: [content], exclude, locales: namedLocales(folder, content, valuesOf(config, "locales")) };
  },
};

export const nextra: SiteGenerator = {
  name: "Nextra",
  fileIn: (folder) => folder.firstOf(PROGRAMS.map((extension) => `next.config.${extension}`)),
  read(folder, file) {
    if (!/["']nextra["']/.test(folder.text(file) ?? "")) return undefined;
    const content = ["content", "src/content", "pages", "src/pages"].find((one) => folder.isFolder(one));
    if (content === undefined) return undefined;
    const i18n = valuesOf(folder.literals(file), "i18n").find((one) => own(one, "locales") !== undefined);
    const first = textOf(own(i18n, "defaultLocale"));
    const names = textsOf(own(i18n, "locales")).filter((name) => isLanguageCode(name));
    const ordered = [...names.filter((name) => name === first), ...names.filter((name) => name !== first)];
    const found = ordered.map((name): Locale => [name, joined(content, name)]).filter(([, one]) =>
      folder.isFolder(one)
    );
    return { folders: [content], locales: found.length < 2 ? [] : withoutDoubles(found) };
  },
};

/** `root: { lang: "en" }, "zh-cn": { lang: "zh-CN" }`: folders by name; `root` is the folder of the content itself. */
function namedLocales(
  folder: SiteFolder,
  content: string,
  tables: readonly Literal[],
  first?: string,
): readonly Locale[] {
  const table = tables.find((one): one is Brackets => typeof one === "object" && one.named.size > 0);
  const entries = [...table?.named ?? []].filter(([, value]) => typeof value === "object");
  const found = entries.flatMap(([key, value]): { readonly key: string; readonly locale: Locale }[] => {
    const name = key.replaceAll("/", "");
    const code = textOf(own(value, "lang")) ?? (name === "root" ? "en" : name);
    const place = name === "root" ? content : joined(content, name);
    return isLanguageCode(code) && folder.isFolder(place) ? [{ key: name, locale: [code, place] }] : [];
  });
  if (found.length < 2) return [];
  const leads = first ?? "root";
  const ordered = [...found.filter(({ key }) => key === leads), ...found.filter(({ key }) => key !== leads)];
  return withoutDoubles(ordered.map(({ locale }) => locale));
}
