/** Pages of a site that programs make, in which ra cannot look for anchors. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { joinPath } from "../text/paths.ts";
import { trimEnd } from "../text/trim.ts";
import type { Repository } from "./repository.ts";

/** The folders in which frameworks look for pages, and the name of the page of a folder there. */
const FOLDERS: readonly (readonly [folder: string, index: string])[] = [
  ["src/pages", "index"],
  ["pages", "index"],
  ["app", "page"],
  ["src/routes", "+page"],
  ["layouts", "index"],
  ["layouts", "home"],
  ["theme", "home"],
  ["overrides", "home"],
];
const EXTENSIONS = ["tsx", "jsx", "js", "ts", "vue", "svelte", "astro", "html"];
/** What shows something to the makers of a tool, and is no site. */
const NO_SITE = /(?:^|\/)(?:tests?|__\w+__|fixtures?|examples?|templates?|playgrounds?|e2e|node_modules)\//i;
/** Scripts that a site brings to its pages. */
const OF_THEME =
  /(?:^|\/)(?:\.vitepress|\.vuepress|theme|overrides|static|public|javascripts?)\/.*\.(?:[cm]?[jt]s|vue|html)$/;
const MAX_SCRIPTS = 300;
const MAX_BYTES = 200_000;

/**
 * Whether a component or a layout is the page at a path from the root of the site, or a script of the theme looks at
 * the anchors of this path, as one does that leads old anchors to new pages.
 */
export function componentPages(fs: FileSystem, repository: Repository): (path: string) => boolean {
  const known = new Map<string, boolean>();
  let scripts: readonly string[] | undefined;
  return (path) => {
    const page = trimEnd(path.replace(/^\/+/, "").replace(/\.html?$/, ""), "/").replace(/(?:^|\/)index$/, "");
    const before = known.get(page);
    if (before !== undefined) return before;
    const files = FOLDERS.flatMap((
      [folder, index],
    ) => [...page === "" ? [] : [`${folder}/${page}`], `${folder}/${page === "" ? "" : `${page}/`}${index}`]).flatMap((
      name,
    ) => EXTENSIONS.map((extension) => `${name}.${extension}`));
    const isFile = files.some((file) => repository.withEnding(file).some((one) => !NO_SITE.test(one)));
    scripts ??= isFile ? undefined : anchorScripts(fs, repository);
    const found = isFile || (page !== "" && scripts!.some((text) => namesPath(text, page)));
    known.set(page, found);
    return found;
  };
}

/** The scripts that read the anchor of an address. */
function anchorScripts(fs: FileSystem, { top, files }: Repository): readonly string[] {
  return files.filter((file) => OF_THEME.test(file) && !NO_SITE.test(file)).slice(0, MAX_SCRIPTS).flatMap((file) => {
    const bytes = orAbsent(() => fs.readFile(joinPath(top, file), { most: MAX_BYTES, noLink: true }));
    const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
    return /\.hash\b/.test(text) ? [text] : [];
  });
}

/** Whether a script compares an address with the path, or has it as a key of a table. */
function namesPath(script: string, page: string): boolean {
  return [`/${page}`, `/${page}/`, `/${page}/index.html`].some((path) => {
    for (let at = script.indexOf(path); at >= 0; at = script.indexOf(path, at + 1)) {
      const before = script.slice(Math.max(0, at - MAX_SIGNS), at);
      const after = script.slice(at + path.length, at + path.length + MAX_SIGNS);
      const isWhole = /["'`]$/.test(before) && /^["'`]/.test(after);
      if (isWhole && (/(?:==\s*|startsWith\(\s*|case\s+).$/.test(before) || /^.\s*:/.test(after))) return true;
    }
    return false;
  });
}

/** Signs around a path that tell what it is for. */
const MAX_SIGNS = 30;
