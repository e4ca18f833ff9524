/** XLSX: each sheet is a table of what its cells show. */
import { escapeHtml, named, openArchive, openXmlProperties } from "./archive.ts";
import { relations } from "./archive_relations.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";
import { tableHtml } from "./table.ts";
import { numberFormats } from "./xlsx_numbers.ts";
import { roomOfWorkbook, sharedStrings, sheetRows } from "./xlsx_sheet.ts";

export function convertXlsx(bytes: Uint8Array): Converted {
  const archive = openArchive(bytes, (name) => /^xl\/.*\.xml(?:\.rels)?$|^_rels\/|^docProps\//i.test(name));
  const main = [...relations(archive, "").values()].find(({ type }) => type.endsWith("/officeDocument"))?.target;
  const path = main ?? "xl/workbook.xml";
  const workbook = archive.xml(path);
  const sheets = workbook === undefined ? [] : named(workbook, "sheet");
  if (workbook === undefined || sheets.length === 0) throw new ConversionFailure("this is no XLSX workbook");
  const targets = relations(archive, path);
  const target = (kind: string): string =>
    [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target ?? `xl/${kind}.xml`;
  const book = {
    strings: sharedStrings(archive.text(target("sharedStrings")) ?? ""),
    formats: numberFormats(
      archive.xml(target("styles")),
      /^(?:1|true)$/.test(named(workbook, "workbookPr")[0]?.getAttribute("date1904") ?? ""),
    ),
    left: roomOfWorkbook(),
  };
  const warnings: string[] = [];
  const parts = sheets.flatMap((sheet, at): readonly Part[] => {
    const name = sheet.getAttribute("name") ?? `Sheet${at + 1}`;
    const source = targets.get(sheet.getAttribute("r:id") ?? "");
    if (source !== undefined && !source.type.endsWith("/worksheet")) return [];
    const text = archive.text(source?.target ?? `xl/worksheets/sheet${at + 1}.xml`);
    if (text === undefined) warnings.push(`the sheet ${name} is missing`);
    const { rows, isCut } = sheetRows(text ?? "", book);
    if (isCut) warnings.push(`the sheet ${name} is too large; its first ${rows.length} rows are read`);
    const table = tableHtml(rows);
    return table === "" ? [] : [{ place: at + 1, name, html: `<h2>${escapeHtml(name)}</h2>${table}` }];
  });
  return { unit: "sheet", parts, ...openXmlProperties(archive), warnings };
}
