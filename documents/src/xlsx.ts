/** XLSX: each sheet is a table of what its cells show, and what stands beside them. */
import { type Archive, escapeHtml, openArchive, openXmlProperties } from "./archive.ts";
import { type Relation, relationOf, relations } from "./archive_relations.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";
import { collectOmissions, type Omissions } from "./omissions.ts";
import { isPageWords } from "./page_words.ts";
import { tableHtml } from "./table.ts";
import { drawnSheets } from "./xlsx_charts.ts";
import { numberFormats } from "./xlsx_numbers.ts";
import {
  drawingsHtml,
  isHiddenSheet,
  marginTexts,
  readPeople,
  remarksHtml,
  type SheetRemarks,
  sheetsOf,
  workbookProperties,
} from "./xlsx_remarks.ts";
import { readSheet, roomOfWorkbook, sharedStrings, type Sheet, type Workbook } from "./xlsx_sheet.ts";
import type { XmlNode } from "./xml_tree.ts";

export function convertXlsx(bytes: Uint8Array): Converted {
  const archive = openArchive(bytes, (name) => /^xl\/.*\.xml(?:\.rels)?$|^_rels\/|^docProps\//i.test(name));
  const path = relationOf(relations(archive, ""), "officeDocument")?.target ?? "xl/workbook.xml";
  const workbook = archive.xml(path);
  const sheets = sheetsOf(workbook);
  if (workbook === undefined || sheets.length === 0) throw new ConversionFailure("this is no XLSX workbook");
  const reader = new WorkbookReader(archive, path, workbook);
  const parts = sheets.flatMap((sheet, at) => reader.read(sheet, at));
  return {
    unit: "sheet",
    parts,
    ...openXmlProperties(archive),
    warnings: reader.warnings,
    omitted: reader.omissions.all(),
  };
}

class WorkbookReader {
  readonly warnings: string[] = [];
  readonly omissions: Omissions;
  readonly #archive: Archive;
  readonly #targets: ReadonlyMap<string, Relation>;
  readonly #book: Workbook;
  readonly #people: ReadonlyMap<string, string>;
  readonly #shown: ReadonlySet<string>;
  /** Headers and footers that another sheet has told. */
  readonly #told = new Set<string>();
  #name = "";

  constructor(archive: Archive, path: string, workbook: XmlNode) {
    this.#archive = archive;
    this.#targets = relations(archive, path);
    this.omissions = collectOmissions(() => `sheet ${this.#name}: `);
    const target = (kind: string): string => relationOf(this.#targets, kind)?.target ?? `xl/${kind}.xml`;
    this.#people = readPeople(archive, this.#targets);
    const shown = sheetsOf(workbook).filter((sheet) => !isHiddenSheet(sheet));
    // Excel draws a hidden sheet in such a chart, so it is read as one that is shown.
    this.#shown = new Set([
      ...shown.map(({ attributes }) => (attributes["name"] ?? "").toLowerCase()),
      ...(shown.length === sheetsOf(workbook).length ? [] : shown).flatMap(({ attributes }) =>
        drawnSheets(archive, relations(archive, this.#targets.get(attributes["r:id"] ?? "")?.target ?? ""))
      ),
    ]);
    this.#book = {
      strings: sharedStrings(archive.text(target("sharedStrings")) ?? ""),
      formats: numberFormats(
        archive.xml(target("styles")),
        /^(?:1|true)$/.test(workbookProperties(workbook)?.attributes["date1904"] ?? ""),
      ),
      left: roomOfWorkbook(),
    };
  }

  read(sheet: XmlNode, at: number): readonly Part[] {
    const name = sheet.attributes["name"] ?? `Sheet${at + 1}`;
    this.#name = name;
    const source = this.#targets.get(sheet.attributes["r:id"] ?? "");
    const path = source?.target ?? `xl/worksheets/sheet${at + 1}.xml`;
    const isHidden = isHiddenSheet(sheet) && !this.#shown.has(name.toLowerCase());
    const html = source === undefined || source.type.endsWith("/worksheet")
      ? this.#worksheet(name, path, isHidden)
      : this.#otherSheet(path, isHidden);
    return html === "" ? [] : [{ place: at + 1, name, html: `<h2>${escapeHtml(name)}</h2>${html}` }];
  }

  #worksheet(name: string, path: string, isHidden: boolean): string {
    const text = this.#archive.text(path);
    if (text === undefined) {
      this.warnings.push(`the sheet ${name} is missing`);
      this.omissions.add("unreadable", "missing sheet");
    }
    const links = relations(this.#archive, path);
    const sheet = readSheet(text ?? "", this.#book, (id) => links.get(id)?.address);
    if (isHidden) {
      this.omissions.add("hidden-sheet", firstWords(sheet));
      return "";
    }
    const { rows, isCut, formulas, margins } = sheet;
    if (isCut) this.warnings.push(`the sheet ${name} is too large; its first ${rows.length} rows are read`);
    if (formulas > 0) {
      const those = formulas === 1 ? "a formula has no value" : `${formulas} formulas have no value`;
      this.warnings.push(`in the sheet ${name}, ${those}; the formula stands in its cell`);
    }
    return tableHtml(rows) +
      remarksHtml({ ...this.#drawn(links), people: this.#people }) +
      this.#marginsHtml(margins);
  }

  #marginsHtml(margins: readonly string[]): string {
    return margins.flatMap(marginTexts).map((text) => {
      if (this.#told.has(text) || isPageWords(text)) {
        this.omissions.add("running-head", text);
        return "";
      }
      this.#told.add(text);
      return `<p>${escapeHtml(text)}</p>`;
    }).join("");
  }

  /** A chart on a sheet of its own. */
  #otherSheet(path: string, isHidden: boolean): string {
    const html = drawingsHtml(this.#drawn(relations(this.#archive, path)));
    if (!isHidden) return html;
    this.omissions.add("hidden-sheet", html.replace(/<[^>]*>/g, " "));
    return "";
  }

  #drawn(links: ReadonlyMap<string, Relation>): Omit<SheetRemarks, "people"> {
    return { archive: this.#archive, links, omissions: this.omissions, shown: this.#shown };
  }
}

/** As many as a line that is listed has. */
const FIRST_ROWS = 100;

function firstWords({ rows }: Sheet): string {
  return rows.slice(0, FIRST_ROWS).map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell : cell.text)).join(" ")
  ).join("; ");
}
