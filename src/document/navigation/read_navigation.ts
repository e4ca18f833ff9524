/** Reads a navigation file of any kind. */
import type { Navigation, NavigationKind } from "./navigation.ts";
import { readDocusaurus, readStarlight, readVitePress } from "./script_navigation.ts";
import { readSummary } from "./summary.ts";
import { readJekyll, readMkdocs } from "./yaml_navigation.ts";

/** `name` is the name of the file. Throws an error whose message says what is not valid. */
export function readNavigation(kind: Exclude<NavigationKind, "category">, text: string, name: string): Navigation {
  switch (kind) {
    case "summary":
    case "docsify":
      return readSummary(text, kind === "docsify");
    case "mkdocs":
      return readMkdocs(text);
    case "jekyll":
      return readJekyll(text);
    case "docusaurus":
      return readDocusaurus(text, name);
    case "vitepress":
      return readVitePress(text);
    case "starlight":
      return readStarlight(text);
  }
}
