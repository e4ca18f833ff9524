import type { DocumentWarning } from "../../document.ts";
import type { OutlineHeading } from "../../outline.ts";
import type { Reading } from "../format.ts";
import type { Properties } from "../properties.ts";
import { isCutTitle } from "../../limits.ts";
import { writeBlocks } from "./blocks.ts";
import { plainPieces } from "./inline.ts";
import { mainPart } from "./main_part.ts";
import { omissionsOf } from "./omissions.ts";
import { attribute, elementsIn, type HtmlPage, readPage } from "./page_tree.ts";
import { writePlainRest } from "./plain_rest.ts";
import { plainText } from "./plain_text.ts";
import { createTextWriter } from "./text_writer.ts";

/** Reads the main part of a page in UTF-8 as Markdown, with its outline and the lines of the page. */
export function read(bytes: Uint8Array): Reading {
  return readText(new TextDecoder().decode(bytes), bytes.length);
}

/** Reads a page that is text already. Its bytes bound the marks that lists and quotes may take. */
export function readText(html: string, bytes: number): Reading {
  const page = readPage(html);
  const writer = createTextWriter(bytes);
  const titleText = titleOf(page);
  // What does not fit into the title is found as text.
  if (isCutTitle(titleText)) {
    writer.line(plainPieces(titleText, 1));
    writer.gap();
  }
  const part = mainPart(page.root);
  const headings = writeBlocks(part, writer);
  if (page.exceeds !== null) writePlainRest(html.slice(page.exceeds.offset), page.exceeds.line, writer);
  const { text, map, hidden, links, unmarkedFrom } = writer.finish();
  return {
    text,
    textStart: 0,
    properties: propertiesOf(page, titleText, headings),
    outline: { by: "format", headings, links, hidden },
    map,
    warnings: [...warningsOf(page), ...unmarkedWarnings(unmarkedFrom)],
    omitted: omissionsOf(page.root, part),
  };
}

function titleOf({ root }: HtmlPage): string {
  for (const element of elementsIn(root)) {
    if (element.tagName === "body") break;
    if (element.tagName !== "title") continue;
    const title = plainText(element, () => false);
    if (title !== "") return title;
  }
  return "";
}

function propertiesOf({ root }: HtmlPage, title: string, headings: readonly OutlineHeading[]): Properties {
  const values: Record<string, string | readonly string[]> = {};
  let lang: string | null = null;
  for (const element of elementsIn(root)) {
    if (element.tagName === "html") lang = attribute(element, "lang")?.trim().toLowerCase() || null;
    if (element.tagName === "body") break;
    if (element.tagName === "title" && title !== "") values["title"] ??= ownTitle(title, headings);
    if (element.tagName !== "meta") continue;
    const name = attribute(element, "name")?.toLowerCase();
    const content = attribute(element, "content")?.replace(/\s+/g, " ").trim() ?? "";
    if (content === "") continue;
    if (name === "description") values[name] ??= content;
    if (name === "keywords") {
      values[name] ??= content.split(",").map((word) => word.trim()).filter((word) => word !== "");
    }
  }
  const { title: own, ...rest } = values;
  const metadata = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, typeof value === "string" ? [value] : value]),
  );
  return {
    title: typeof own === "string" ? own : null,
    tags: [],
    lang,
    metadata,
    values: lang === null ? values : { ...values, lang },
  };
}

/** The page's title without the name of the site. The first heading tells where the page's own title ends. */
function ownTitle(title: string, headings: readonly OutlineHeading[]): string {
  const first = headings[0]?.text;
  if (first === undefined || !title.toLowerCase().startsWith(first.toLowerCase())) return title;
  return /^\s*[-–—|·•:»/]/.test(title.slice(first.length)) ? first : title;
}

function unmarkedWarnings(line: number | null): readonly DocumentWarning[] {
  if (line === null) return [];
  const message = "quotes and lists are nested so deeply that their marks would take more than 64 KiB and four times " +
    "the page; from here on ra writes their text without marks";
  return [{ code: "work-limit", message, line }];
}

function warningsOf({ exceeds }: HtmlPage): readonly DocumentWarning[] {
  if (exceeds === null) return [];
  const { limit, line } = exceeds;
  return [
    limit === "depth"
      ? {
        code: "html-too-deep",
        message: "elements are nested too deeply here; ra reads the rest of the page as plain text",
        line,
      }
      : {
        code: "html-too-large",
        message: "the page has too many elements; ra reads the rest of it, from here on, as plain text",
        line,
      },
  ];
}
