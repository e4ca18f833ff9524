/** Charts on the sheets of a workbook. Their data are in cells, and those cells may be on a sheet that is hidden. */
import { type Archive } from "./archive.ts";
import { type Relation, relations } from "./archive_relations.ts";
import { chartHtml, type ChartPlace, titlesHtml } from "./office_chart.ts";
import { outermostNamed, textIn } from "./xml_tree.ts";

/** The titles, and the data too, unless the cells of shown sheets have them all. `shown` has names in small letters. */
export function sheetChartHtml(place: ChartPlace, id: string | undefined, shown: ReadonlySet<string>): string {
  const root = place.archive.xml(place.relations.get(id ?? "")?.target);
  const isInCells = outermostNamed(root, "c:ser").every((series) => {
    const sheets = outermostNamed(series, "c:f").flatMap((formula) => sheetsIn(textIn(formula)));
    return sheets.length > 0 && sheets.every((sheet) => shown.has(sheet));
  });
  return isInCells ? titlesHtml(root) : chartHtml(place, id);
}

/** The sheets whose cells charts draw without a copy of the values. `links` are those of the sheet with the charts. */
export function drawnSheets(archive: Archive, links: ReadonlyMap<string, Relation>): readonly string[] {
  const targets = (from: ReadonlyMap<string, Relation>, type: string): readonly string[] =>
    [...from.values()].filter((link) => link.type.endsWith(`/${type}`)).map(({ target }) => target);
  return targets(links, "drawing").flatMap((drawing) => targets(relations(archive, drawing), "chart"))
    .flatMap((chart) => outermostNamed(archive.xml(chart), "c:strRef", "c:numRef", "c:multiLvlStrRef"))
    .filter((reference) => outermostNamed(reference, "c:pt").length === 0)
    .flatMap((reference) => outermostNamed(reference, "c:f").flatMap((formula) => sheetsIn(textIn(formula))));
}

/** The sheets that a formula names, in small letters: `Prices!$A$2:$A$9`, `'Prices of May'!$A$2`. */
function sheetsIn(formula: string): readonly string[] {
  return [...formula.matchAll(/(?:'((?:[^']|'')+)'|([^\s'!(),;]+))!/g)].map(([, quoted, plain]) =>
    (quoted?.replaceAll("''", "'") ?? plain!).toLowerCase()
  );
}
