/** The paragraphs of a shape of a slide, with their lists, links and formulas. */
import { escapeHtml } from "./archive.ts";
import type { Relation } from "./archive_relations.ts";
import { blocksHtml, type OfficeBlock } from "./block_lists.ts";
import { numberInForm } from "./number_forms.ts";
import { mathText } from "./office_math.ts";
import { childOf, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export type Links = ReadonlyMap<string, Relation>;

const MAX_LEVEL = 8;
/** Numbers of lists: the form, and what stands around the number. */
const FORMS: Readonly<Record<string, string>> = {
  arabic: "decimal",
  arabicDb: "decimalFullWidth",
  romanUc: "upperRoman",
  romanLc: "lowerRoman",
  alphaUc: "upperLetter",
  alphaLc: "lowerLetter",
  circleNumDb: "decimalEnclosedCircle",
  ea1Chs: "chineseCounting",
  ea1Cht: "chineseCounting",
  ea1Jpn: "japaneseCounting",
};

/** The text of a shape or cell. `isList` tells that its paragraphs have bullets where they do not say otherwise. */
export function bodyHtml(body: XmlNode, links: Links, isList: boolean): string {
  return blocksHtml(bodyBlocks(body, links, isList));
}

/** All of it in one line. */
export function lineHtml(body: XmlNode, links: Links): string {
  return paragraphsOf(body).map((paragraph) => runsHtml(paragraph, links)).filter((html) => html.trim() !== "").join(
    " ",
  );
}

const paragraphsOf = (body: XmlNode): readonly XmlNode[] => outermostNamed(body, "a:p");

function bodyBlocks(body: XmlNode, links: Links, isPlaceholder: boolean): readonly OfficeBlock[] {
  const paragraphs = paragraphsOf(body).map((paragraph) => {
    const properties = childOf(paragraph, "a:pPr");
    const level = Number(properties?.attributes["lvl"] ?? 0);
    return {
      properties,
      level: Number.isInteger(level) ? Math.min(MAX_LEVEL, Math.max(0, level)) : 0,
      html: runsHtml(paragraph, links),
    };
  }).filter(({ html }) => html.trim() !== "");
  const isList = isPlaceholder && paragraphs.length > 1 || paragraphs.some(({ level }) => level > 0);
  const counters = new Map<number, Counter>();
  return paragraphs.map(({ properties, level, html }): OfficeBlock => {
    const numbered = childOf(properties, "a:buAutoNum");
    const hasBullet = childOf(properties, "a:buChar") !== undefined || childOf(properties, "a:buBlip") !== undefined;
    const isItem = numbered !== undefined || hasBullet || (isList && childOf(properties, "a:buNone") === undefined);
    for (const each of counters.keys()) {
      if (each > level || (each === level && numbered === undefined)) counters.delete(each);
    }
    if (!isItem) return { kind: "html", html: `<p>${html}</p>` };
    const { label, number } = numbered === undefined ? BULLET : counted(counters, level, numbered);
    return { kind: "item", level, number, html: `${label}${html}` };
  });
}

interface Counter {
  readonly type: string;
  value: number;
}

const BULLET = { label: "", number: null };

function counted(
  counters: Map<number, Counter>,
  level: number,
  { attributes }: XmlNode,
): { readonly label: string; readonly number: number | null } {
  const type = attributes["type"] ?? "arabicPeriod";
  const before = counters.get(level);
  const start = Number(attributes["startAt"] ?? 1);
  const counter = before?.type === type ? before : { type, value: (Number.isSafeInteger(start) ? start : 1) - 1 };
  counters.set(level, counter);
  counter.value++;
  const [, form = "", around = ""] = /^(.*?)(Period|ParenR|ParenBoth|Plain|Minus)?$/.exec(type) ?? [];
  if (form === "arabic" && around !== "ParenBoth") return { label: "", number: counter.value };
  const number = numberInForm(counter.value, FORMS[form] ?? "decimal");
  const written = around === "ParenBoth" ? `(${number})` : `${number}${SIGNS[around] ?? ""}`;
  return { label: `${written} `, number: null };
}

const SIGNS: Readonly<Record<string, string>> = { Period: ".", ParenR: ")", Minus: "-" };

function runsHtml(paragraph: XmlNode, links: Links): string {
  return nodesIn(paragraph).map((run): string => {
    switch (run.name) {
      case "a:br":
        return "<br>";
      case "a:r":
      case "a:fld":
        return runHtml(run, links);
      case "mc:AlternateContent":
        return runsHtml(childOf(run, "mc:Choice") ?? childOf(run, "mc:Fallback") ?? run, links);
      case "a14:m":
        return escapeHtml(nodesIn(run).map(mathText).join(" "));
      case "m:oMath":
      case "m:oMathPara":
        return escapeHtml(mathText(run));
      default:
        return "";
    }
  }).join("");
}

function runHtml(run: XmlNode, links: Links): string {
  // PowerPoint writes the end of a line in a title as a vertical tab.
  const text = escapeHtml(nodesIn(run).filter(({ name }) => name === "a:t").map(textIn).join(""))
    .replace(/\v|_x000B_/g, "<br>");
  const properties = childOf(run, "a:rPr");
  const rise = Number(properties?.attributes["baseline"] ?? 0);
  const raised = rise === 0 || text.trim() === "" ? text : rise > 0 ? `<sup>${text}</sup>` : `<sub>${text}</sub>`;
  const link = links.get(childOf(properties, "a:hlinkClick")?.attributes["r:id"] ?? "");
  return link?.type.endsWith("/hyperlink") === true && /^(?:https?|mailto):/i.test(link.address)
    ? `<a href="${escapeHtml(link.address)}">${raised}</a>`
    : raised;
}

/** A table, with cells that take several rows or columns. */
export function tableHtml(table: XmlNode, links: Links, onHidden: (text: string) => void): string {
  const rows = nodesIn(table).filter(({ name }) => name === "a:tr").map((row, at) => {
    const tag = at === 0 ? "th" : "td";
    const cells = nodesIn(row).filter(({ name }) => name === "a:tc").map((cell): string => {
      const { hMerge = "0", vMerge = "0", gridSpan, rowSpan } = cell.attributes;
      if (/^(?:1|true)$/.test(hMerge) || /^(?:1|true)$/.test(vMerge)) {
        const hidden = textIn(cell).trim();
        if (hidden !== "") onHidden(hidden);
        return "";
      }
      const spans = span("colspan", gridSpan) + span("rowspan", rowSpan);
      return `<${tag}${spans}>${cellHtml(bodyHtml(cell, links, false))}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>${rows.join("")}</table>`;
}

const MAX_SPAN = 1000;

function span(name: string, value: string | undefined): string {
  const cells = Number(value ?? 1);
  return Number.isInteger(cells) && cells > 1 ? ` ${name}="${Math.min(cells, MAX_SPAN)}"` : "";
}

/** A paragraph alone needs no mark. */
function cellHtml(html: string): string {
  return html.startsWith("<p>") && html.indexOf("</p>") === html.length - "</p>".length
    ? html.slice("<p>".length, -"</p>".length)
    : html;
}
