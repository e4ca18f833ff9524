/** Looks for the file of a site generator in a project. */
import type { FileSystem } from "../../host/file_system.ts";
import { antora, gitbook, hugo, jekyll, mdbook, mkdocs, quarto, zola } from "./data_sites.ts";
import { docsify, obsidian, sphinx } from "./other_sites.ts";
import { docusaurus, next, nextra, starlight, vitepress } from "./program_sites.ts";
import { partsIn, type SiteContent, SiteFolder, type SiteGenerator } from "./site.ts";

/** The first one that fits counts. Those whose file is called like that of no other program come first. */
const GENERATORS: readonly SiteGenerator[] = [
  ...[mdbook, docusaurus, starlight, vitepress, mkdocs, nextra, next, hugo, zola, quarto, antora],
  ...[sphinx, jekyll, gitbook, docsify, obsidian],
];

export interface LocatedSite {
  readonly generator: string;
  /** Relative to the project. */
  readonly file: string;
  readonly folder: SiteFolder;
  readonly content: SiteContent;
}

/** Folders that often hold the site, and that are looked into one level deeper. */
const USUAL = ["docs", "doc", "documentation", "website", "site", "www", "book", "manual", "guide"] as const;
/** What is in them are examples, or belongs to somebody else. */
export const OTHERS =
  /^(?:examples?|tests?|spec|fixtures|templates?|themes?|lib|vendor|node_modules|target|dist|build)$/i;
/** How many folders of one folder are looked into. */
const MAX_FOLDERS = 100;

/** Looks at the project's folder first, then at the folders in it, then at those in its usual ones. */
export function findSite(fs: FileSystem, project: string): LocatedSite | undefined {
  const top = new SiteFolder(fs, project, ".");
  for (const path of placesOf(top)) {
    const folder = path === "." ? top : new SiteFolder(fs, project, path);
    for (const generator of GENERATORS) {
      const file = generator.fileIn(folder);
      const content = file === undefined ? undefined : generator.read(folder, file);
      if (file === undefined || content === undefined || !folder.isFolder(content.folders[0] ?? "..")) continue;
      return { generator: generator.name, file: partsIn(path, file)!.join("/"), folder, content };
    }
  }
  return undefined;
}

function* placesOf(top: SiteFolder): Iterable<string> {
  yield ".";
  const names = top.foldersIn(".").filter((name) => !OTHERS.test(name));
  const usual = USUAL.filter((name) => names.includes(name));
  yield* usual;
  yield* names.filter((name) => !usual.some((one) => one === name)).slice(0, MAX_FOLDERS);
  for (const name of usual) {
    for (const inner of top.foldersIn(name).slice(0, MAX_FOLDERS)) if (!OTHERS.test(inner)) yield `${name}/${inner}`;
  }
}
