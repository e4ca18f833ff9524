/** Makes links of `[[page#heading|text]]`, and of `![[page]]`, in a tree of Markdown. */
import { findAndReplace } from "mdast-util-find-and-replace";
import type { fromMarkdown } from "mdast-util-from-markdown";
import { fileExtension } from "../../../text/paths.ts";
import { IMAGE_TYPES } from "./link_target.ts";

const WIKI_LINK = /(!?)\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]/g;

/** The page decides later whether a document has this name. Without one, the text stays as it is written. */
export function linkWikiNames(document: ReturnType<typeof fromMarkdown>): void {
  findAndReplace(document, [[WIKI_LINK, (written: string, embed: string, name: string, shown = "") => {
    const label = shown.trim();
    if (embed !== "" && Object.hasOwn(IMAGE_TYPES, fileExtension(name.trim()))) {
      return { type: "image", url: name.trim(), alt: label };
    }
    const text = label === "" ? name.trim().replace(/^#/, "").replaceAll("#", " › ") : label;
    return {
      type: "link",
      url: "",
      children: [{ type: "text", value: text }],
      // An address would be encoded, and names are not.
      data: {
        hProperties: { href: `wiki:${name.trim()}`, dataWritten: written, dataEmbed: embed === "" ? undefined : "" },
      },
    };
  }]], { ignore: ["link", "linkReference"] });
}
