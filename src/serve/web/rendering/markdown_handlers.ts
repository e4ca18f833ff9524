/** Changes how mdast-util-to-hast handles some parts of Markdown. */
import { defaultHandlers, type Options } from "mdast-util-to-hast";
import { ALLOWED_NAMES } from "./allowed_elements.ts";

type Handlers = NonNullable<Options["handlers"]>;

/**
 * Elements that are not allowed, and that are not placeholders such as `<name>`. Their tags are removed, and their
 * content stays. `<script>` and `<title>` are missing here, because a sentence that names them shows them.
 */
const OTHER_NAMES =
  "acronym address area article aside audio base basefont big body button canvas center col colgroup data datalist " +
  "dialog dir embed fieldset font footer form frame frameset h1 h2 head header hgroup html input label legend link " +
  "main map math menu menuitem meta meter nav object optgroup option output param picture progress search select " +
  "slot source strike svg track tt video";
const HTML_NAMES: ReadonlySet<string> = new Set([...ALLOWED_NAMES, ...OTHER_NAMES.split(" ")]);
/** Matches a block that is only a script or a style sheet. */
const RAW_BLOCK = /^<(script|style)\b.*<\/\1\s*>\s*$/is;
/** The most columns of a table whose rows are filled up to full width. */
const MAX_TABLE_WIDTH = 200;

export const markdownHandlers: Handlers = {
  html(_, node: { readonly value: string }, parent) {
    const isBlock = parent === undefined || BLOCKS.has(parent.type);
    if (isBlock) return RAW_BLOCK.test(node.value) ? undefined : { type: "raw", value: node.value };
    // Within a sentence each piece is one tag. `Vec<T>` and `git <command>` stay as typed.
    const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(node.value)?.[1]?.toLowerCase();
    return { type: name !== undefined && !HTML_NAMES.has(name) ? "text" : "raw", value: node.value };
  },
  table(state, node: Parameters<typeof defaultHandlers.table>[1]) {
    // A row is filled up to the width of the first one: 50 kB of Markdown could become 20 MB of HTML.
    const isTooWide = (node.align?.length ?? 0) > MAX_TABLE_WIDTH;
    return defaultHandlers.table(state, isTooWide ? { ...node, align: null } : node);
  },
};

const BLOCKS: ReadonlySet<string> = new Set(["root", "blockquote", "listItem", "footnoteDefinition"]);
