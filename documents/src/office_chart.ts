/** The data of a chart in an office document (DrawingML) as a table. */
import { type Archive, escapeHtml } from "./archive.ts";
import { type Relation, relationOf, relations as relationsOf } from "./archive_relations.ts";
import type { Omissions } from "./omissions.ts";
import { tableHtml } from "./table.ts";
import { MAX_FORMAT_LENGTH, numberText } from "./xlsx_numbers.ts";
import { childOf, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

export interface ChartPlace {
  readonly archive: Archive;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly omissions: Omissions;
}

/** Points of a series. Sheets behind charts may have more rows than a table that is read has. */
const MAX_POINTS = 10_000;
/** Series times points. */
const MAX_SLOTS = 200_000;

interface Series {
  readonly name: string;
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
  readonly sizes: ReadonlyMap<number, string>;
}

/** The title, and a row for each category with the values of all series. Empty, and counted, where it cannot be read. */
export function chartHtml({ archive, relations, omissions }: ChartPlace, id: string | undefined): string {
  const path = relations.get(id ?? "")?.target;
  const root = archive.xml(path);
  if (root === undefined) {
    omissions.add("unreadable", "chart");
    return "";
  }
  const isFrom1904 = /^(?:1|true)$/.test(childOf(root, "c:date1904")?.attributes["val"] ?? "0");
  const groups = outermostNamed(root, "c:plotArea").flatMap((area) =>
    nodesIn(area).map((group) =>
      nodesIn(group).filter(({ name }) => name === "c:ser").map((series) => seriesOf(series, isFrom1904))
    )
  ).filter((group) => group.length > 0);
  const extended = outermostNamed(root, "cx:chartData").flatMap(nodesIn).filter(({ name }) => name === "cx:data");
  const names = extendedNames(root);
  const tables = [
    ...sameCategories(groups.flat()).map(seriesTable),
    ...extended.map((data) => extendedTable(data, names)),
  ];
  const beside = [
    ...outermostNamed(root, "c:trendline").map((line) => textIn(childOf(line, "c:name"))),
    ...outermostNamed(root, "c:dispUnitsLbl").map(titleText),
    ...outermostNamed(archive.xml(userShapes(archive, path)), "a:p").map(writtenText),
  ].filter((text) => text.trim() !== "");
  const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
  return titlesHtml(root) + tables.join("") + paragraphs(beside);
}

export function titlesHtml(root: XmlNode | undefined): string {
  return outermostNamed(root, "c:title", "cx:title").map(titleText).filter((title) => title !== "")
    .map((title) => `<p>${escapeHtml(title)}</p>`).join("");
}

/** The part with text boxes and arrows that somebody drew into the chart. */
function userShapes(archive: Archive, path: string | undefined): string | undefined {
  return path === undefined ? undefined : relationOf(relationsOf(archive, path), "chartUserShapes")?.target;
}

const writtenText = (node: XmlNode): string => outermostNamed(node, "a:t").map(textIn).join("");

function titleText(title: XmlNode): string {
  const written = outermostNamed(title, "a:p")
    .map(writtenText);
  const cached = outermostNamed(title, "c:v", "cx:v").map(textIn);
  return [...written, ...(written.length > 0 ? [] : cached)].join(" ").replace(/\s+/g, " ").trim();
}

function seriesOf(series: XmlNode, isFrom1904: boolean): Series {
  const points = (...names: readonly string[]): ReadonlyMap<number, string> => {
    const found = names.map((name) => childOf(series, name)).find((each) => each !== undefined);
    return pointsOf(found, isFrom1904);
  };
  return {
    name: [...points("c:tx").values()].join(" ") || textIn(outermostNamed(childOf(series, "c:tx"), "c:v")[0]),
    categories: points("c:cat", "c:xVal"),
    values: labelled(points("c:val", "c:yVal"), series),
    sizes: points("c:bubbleSize"),
  };
}

/** Values with the labels that somebody wrote beside them. */
function labelled(values: ReadonlyMap<number, string>, series: XmlNode): ReadonlyMap<number, string> {
  const all = new Map(values);
  for (const label of nodesIn(childOf(series, "c:dLbls")).filter(({ name }) => name === "c:dLbl")) {
    const at = Number(childOf(label, "c:idx")?.attributes["val"] ?? Number.NaN);
    const text = titleText(label);
    if (text === "" || !Number.isInteger(at)) continue;
    const value = all.get(at) ?? "";
    all.set(at, value === "" || text.includes(value) ? text : `${value} (${text})`);
  }
  return all;
}

/** By place. Levels of categories stand side by side, the outermost first. */
function pointsOf(data: XmlNode | undefined, isFrom1904: boolean): ReadonlyMap<number, string> {
  const levels = outermostNamed(data, "c:lvl", "c:strCache", "c:numCache", "c:strLit", "c:numLit").toReversed();
  const points = new Map<number, string>();
  for (const level of levels) {
    const form = level.name.startsWith("c:num") ? textIn(childOf(level, "c:formatCode")) : "";
    for (const point of nodesIn(level).filter(({ name }) => name === "c:pt").slice(0, MAX_POINTS)) {
      const at = Number(point.attributes["idx"] ?? points.size);
      const before = points.get(at);
      const value = shownValue(
        textIn(childOf(point, "c:v")).trim(),
        point.attributes["formatCode"] ?? form,
        isFrom1904,
      );
      points.set(at, before === undefined ? value : `${before} ${value}`);
    }
  }
  return points;
}

function shownValue(value: string, form: string, isFrom1904: boolean): string {
  const number = Number(value);
  return form === "" || form.length > MAX_FORMAT_LENGTH || value === "" || !Number.isFinite(number)
    ? value
    : numberText(form, number, isFrom1904);
}

/** Series with the same categories make one table. */
function sameCategories(all: readonly Series[]): readonly (readonly Series[])[] {
  const groups = new Map<string, Series[]>();
  for (const series of all) {
    const key = JSON.stringify([...series.categories]);
    groups.set(key, [...groups.get(key) ?? [], series]);
  }
  return [...groups.values()];
}

function seriesTable(group: readonly Series[]): string {
  const columns = group.flatMap(({ name, values, sizes }) =>
    sizes.size === 0 ? [{ name, values }] : [{ name, values }, { name, values: sizes }]
  );
  const { categories } = group[0]!;
  const places = [
    ...new Set([categories, ...columns.map(({ values }) => values)].flatMap((points) => [...points.keys()])),
  ]
    .sort((a, b) => a - b).slice(0, Math.floor(MAX_SLOTS / (columns.length + 1)));
  return tableHtml([
    ["", ...columns.map(({ name }) => name)],
    ...places.map((at) => [categories.get(at) ?? "", ...columns.map(({ values }) => values.get(at) ?? "")]),
  ]);
}

/** The names of the series, by the ids of their data. */
function extendedNames(root: XmlNode): ReadonlyMap<string, string> {
  return new Map(
    outermostNamed(root, "cx:series").map((series) => [
      childOf(series, "cx:dataId")?.attributes["val"] ?? "",
      outermostNamed(series, "cx:tx").map(titleText)[0] ?? "",
    ]),
  );
}

/** Charts of later kinds, such as a waterfall, have their data in columns. */
function extendedTable(data: XmlNode, names: ReadonlyMap<string, string>): string {
  const columns = nodesIn(data).filter(({ name }) => /^cx:(?:str|num)Dim$/.test(name)).flatMap((dimension) =>
    nodesIn(dimension).filter(({ name }) => name === "cx:lvl").map((level) => {
      const form = dimension.name === "cx:numDim" ? level.attributes["formatCode"] ?? "" : "";
      const head = dimension.name === "cx:numDim" ? names.get(data.attributes["id"] ?? "") ?? "" : "";
      const points = nodesIn(level).filter(({ name }) => name === "cx:pt").slice(0, MAX_POINTS);
      return [head, ...points.map((point) => shownValue(textIn(point), form, false))];
    })
  );
  const length = columns.reduce((most, column) => Math.max(most, column.length), 0);
  const rows = Array.from(
    { length: Math.min(length, Math.floor(MAX_SLOTS / Math.max(1, columns.length))) },
    (_, at) => columns.map((column) => column[at] ?? ""),
  );
  return tableHtml(rows[0]?.every((head) => head === "") === true ? rows.slice(1) : rows);
}
