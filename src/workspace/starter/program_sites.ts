/** Generators whose configuration is a program. */
import { isLanguageCode } from "../../config/keys/tree_parts.ts";
import { isObject, navigationKind, SCRIPTS } from "../../document/navigation/navigation.ts";
import { starlightFolder, textNamed, vitePressFolder } from "../../document/navigation/script_navigation.ts";
import { joined, withoutDoubles } from "./languages.ts";
import { at, type Locale, type SiteFolder, type SiteGenerator, textAt, textsAt, textsIn } from "./site.ts";

export const docusaurus: SiteGenerator = {
  name: "Docusaurus",
  fileIn: (folder) => folder.firstOf(SCRIPTS.map((extension) => `docusaurus.config.${extension}`)),
  read(folder, file) {
    const config = folder.literals(file);
    const docs = config.find("docs").map((one) => textAt(one, "path")).find((path) => path !== undefined) ?? "docs";
    const versions = versionNames(folder).map((name) => `versioned_docs/version-${name}`).filter((one) =>
      folder.isFolder(one)
    );
    const first = textNamed(config, "defaultLocale") ?? "en";
    // The list of the configuration is often computed. What is translated lies in folders.
    const names = folder.foldersIn("i18n").filter((name) => name !== first && isLanguageCode(name));
    const translated = names.map((name) => `i18n/${name}/docusaurus-plugin-content-docs`).filter((one) =>
      folder.isFolder(`${one}/current`)
    );
    const top = config.exported ?? config.constant("config");
    const [url, base] = ["url", "baseUrl"].map((name) => textAt(top, name));
    return {
      base_url: url === undefined ? undefined : `${url.replace(/\/$/, "")}${base ?? ""}`,
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
  fileIn: (folder) => folder.firstOf(SCRIPTS.map((extension) => `astro.config.${extension}`)),
  read(folder, file) {
    if (!(folder.text(file) ?? "").includes("starlight")) return undefined;
    const config = folder.literals(file);
    const content = joined(starlightFolder(config));
    const first = textNamed(config, "defaultLocale");
    return {
      folders: [content],
      locales: namedLocales(folder, content, config.find("locales"), first),
      base_url: textNamed(config, "site"),
    };
  },
};

export const vitepress: SiteGenerator = {
  name: "VitePress",
  fileIn(folder) {
    const paths = [".vitepress", ".vitepress/config"].flatMap((inner) =>
      folder.namesIn(inner).map((name) => `${inner}/${name}`)
    );
    return paths.find((path) => navigationKind(path) === "vitepress");
  },
  read(folder, file) {
    const config = folder.literals(file);
    const content = joined(vitePressFolder(config));
    const exclude = textsIn(config.find("srcExclude")[0]).map((glob) => joined(content, glob));
    return { folders: [content], exclude, locales: namedLocales(folder, content, config.find("locales")) };
  },
};

export const nextra: SiteGenerator = {
  name: "Nextra",
  fileIn: (folder) => folder.firstOf(SCRIPTS.map((extension) => `next.config.${extension}`)),
  read(folder, file) {
    if (!/["']nextra["']/.test(folder.text(file) ?? "")) return undefined;
    const content = ["content", "src/content", "pages", "src/pages"].find((one) => folder.isFolder(one));
    if (content === undefined) return undefined;
    const i18n = folder.literals(file).find("i18n").find((one) => at(one, "locales") !== undefined);
    const first = textAt(i18n, "defaultLocale");
    const names = textsAt(i18n, "locales").filter((name) => isLanguageCode(name));
    const ordered = [...names.filter((name) => name === first), ...names.filter((name) => name !== first)];
    const found = ordered.map((name): Locale => [name, joined(content, name)]).filter(([, one]) =>
      folder.isFolder(one)
    );
    return { folders: [content], locales: found.length < 2 ? [] : withoutDoubles(found) };
  },
};

/** Markdoc or MDX: the folder of routes holds documents if the configuration says that they are pages. */
export const next: SiteGenerator = {
  name: "Next.js",
  fileIn: (folder) => folder.firstOf(SCRIPTS.map((extension) => `next.config.${extension}`)),
  read(folder, file) {
    const extensions = folder.literals(file).find("pageExtensions").flatMap(textsIn);
    if (!extensions.some((one) => READ_AS_PAGES.test(one))) return undefined;
    const content = ["pages", "src/pages", "app", "src/app"].find((one) => folder.isFolder(one));
    return content === undefined ? undefined : { folders: [content] };
  },
};

const READ_AS_PAGES = /^\.?(?:mdx?|mdoc|markdoc)$/;

/** `root: { lang: "en" }, "zh-cn": { lang: "zh-CN" }`: folders by name; `root` is the folder of the content itself. */
function namedLocales(
  folder: SiteFolder,
  content: string,
  tables: readonly unknown[],
  first?: string,
): readonly Locale[] {
  const table = tables.find((one) => isObject(one) && Object.keys(one).length > 0) ?? {};
  const entries = Object.entries(table).filter(([, value]) => isObject(value));
  const found = entries.flatMap(([key, value]): { readonly key: string; readonly locale: Locale }[] => {
    const name = key.replaceAll("/", "");
    const code = textAt(value, "lang") ?? (name === "root" ? "en" : name);
    const place = name === "root" ? content : joined(content, name);
    return isLanguageCode(code) && folder.isFolder(place) ? [{ key: name, locale: [code, place] }] : [];
  });
  if (found.length < 2) return [];
  const leads = first ?? "root";
  const ordered = [...found.filter(({ key }) => key === leads), ...found.filter(({ key }) => key !== leads)];
  return withoutDoubles(ordered.map(({ locale }) => locale));
}
