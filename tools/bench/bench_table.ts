/** A benchmark's result as Markdown. */
import type { BenchResult } from "./run_bench.ts";

const NAMES: Readonly<Record<string, string>> = {
  ra: "ra",
  fts5: "SQLite FTS5",
  minisearch: "MiniSearch",
  core: "ra's core alone",
  dividing: "reading and dividing alone",
};

/** What reads the documents itself. */
const READERS: readonly string[] = ["ra", "core", "dividing"];

export function benchTable(result: BenchResult): string {
  const { machine, corpus, build, update, refresh, queries, kinds, commands, sizes } = result;
  const ra = { build: build.ra!.median, update: update.ra!.median - refresh.median, query: queries.ra! };
  const dividing = build.dividing!.median;
  const lines = [
    `${corpus.documents} documents, ${corpus.passages} passages, ${megabytes(corpus.bytes)}. ${machine.runtime}` +
    `${machine.sqlite === null ? "" : `, SQLite ${machine.sqlite}`}; ${machine.cpu}, ${machine.cores} cores, load ${
      machine.load.map((load) => load.toFixed(1)).join(" to ")
    }.`,
    "",
    "| full build | median ms | least ms | MB/s | ra / it | memory |",
    "|---|---:|---:|---:|---:|---:|",
    ...Object.entries(build).flatMap(([name, { median, least, memory }]) => [
      row(
        NAMES[name]!,
        ms(median),
        ms(least),
        (corpus.bytes / 1000 / median).toFixed(1),
        ratio(ra.build, median),
        megabytes(memory),
      ),
      ...(READERS.includes(name) ? [] : [
        row(
          `${NAMES[name]} with reading and dividing`,
          ms(median + dividing),
          "",
          (corpus.bytes / 1000 / (median + dividing)).toFixed(1),
          ratio(ra.build, median + dividing),
          "",
        ),
      ]),
    ]),
    "",
    "| one file changed, until its text is found | median ms | least ms | ra's own work / it |",
    "|---|---:|---:|---:|",
    row("ra, looking for changes included", ms(update.ra!.median), ms(update.ra!.least), ""),
    row("ra, nothing changed", ms(refresh.median), ms(refresh.least), ""),
    row("ra, the difference", ms(ra.update), "", ""),
    ...Object.entries(update).filter(([name]) => name !== "ra").map(([name, { median, least }]) =>
      row(`${NAMES[name]}, told which file`, ms(median), ms(least), ratio(ra.update, median))
    ),
    "",
    "| warm query | p50 ms | p99 ms | ra / it, p50 | ra / it, p99 | answered |",
    "|---|---:|---:|---:|---:|---:|",
    ...Object.entries(queries).map(([name, { p50, p99, answered }]) =>
      row(NAMES[name] ?? name, ms(p50), ms(p99), ratio(ra.query.p50, p50), ratio(ra.query.p99, p99), String(answered))
    ),
    "",
    `| p50 ms by kind | ${Object.keys(kinds.ra!).join(" | ")} |`,
    `|---|${Object.keys(kinds.ra!).map(() => "---:|").join("")}`,
    ...Object.entries(kinds).map(([name, byKind]) => row(NAMES[name]!, ...Object.values(byKind).map(ms))),
    "",
    ...(Object.keys(commands).length === 0 ? [] : [
      "| command | median ms | least ms | over an empty program |",
      "|---|---:|---:|---:|",
      ...Object.entries(commands).map(([name, { median, least, overFloor }]) =>
        row(`\`${name}\``, ms(median), ms(least), overFloor === null ? "" : ms(overFloor))
      ),
      "",
    ]),
    "| size | MB | of the source |",
    "|---|---:|---:|",
    ...Object.entries(sizes).flatMap(([name, parts]) =>
      Object.entries(parts).map(([part, bytes]) =>
        row(`${NAMES[name]}, ${part}`, (bytes / 1e6).toFixed(2), `${((100 * bytes) / corpus.bytes).toFixed(0)} %`)
      )
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function ratio(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(2)}×`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
