/** `ra inspect doc`: shows how a file is parsed. */
import { omittedPieces } from "../../document/omitted.ts";
import type { InspectedChunk, InspectReport, OmittedPieces } from "../../shapes/inspection.ts";
import type { Palette } from "../terminal/color.ts";
import { count, formatBytes, thousands } from "../quantity.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";

/** Prints file, type, frontmatter and the chunk tree with ids, places and sizes. Ends with a newline. */
export function formatInspection(report: InspectReport, palette: Palette): string {
  const lines = [
    `${palette.heading("File:")} ${sanitizeLine(report.file)}`,
    `${palette.heading("Tree:")} ${report.tree === null ? "none (outside every tree)" : sanitizeLine(report.tree)}`,
    `${palette.heading("Type:")} ${report.type}`,
    `${palette.heading("Indexed:")} ${
      report.reason === null ? "yes" : palette.caution(`no: ${sanitizeLine(report.reason)}`)
    }`,
    `${palette.heading("Size:")} ${size(report.bytes, report.characters)}`,
    ...titleLine(report, palette),
    `${palette.heading("Chunking:")} ${report.chunking.strategy}${
      report.chunking.level === null ? "" : ` at level ${report.chunking.level}`
    } (${sanitizeLine(report.chunking.reason)})`,
  ];
  if (report.conversion !== undefined) lines.push(...conversionLines(report.conversion, palette));
  if (report.frontmatter !== null) {
    lines.push(palette.heading("Frontmatter:"));
    for (const [key, value] of Object.entries(report.frontmatter)) {
      lines.push(`  ${sanitizeLine(key)}: ${sanitize(JSON.stringify(value) ?? "")}`);
    }
  }
  for (const omission of report.omitted ?? []) lines.push(...omittedLines(omission, palette));
  for (const { line, message } of report.warnings) {
    lines.push(palette.caution(`Warning: line ${line}: ${sanitizeLine(message)}`));
  }
  lines.push(
    "",
    palette.heading(
      report.chunks.length === 0 ? "Chunks: none (the file holds only whitespace)" : `Chunks: ${report.chunks.length}`,
    ),
  );
  report.chunks.forEach((chunk, i) => lines.push(...describeChunk(chunk, i + 1, palette)));
  return `${lines.join("\n")}\n`;
}

/** A line for each page. */
const TITLE_FROM = {
  properties: "from its frontmatter or properties",
  heading: "from its first heading of level 1",
  navigation: "from the navigation of the site",
  "first-line": "from the heading in its first line",
  "file-name": "from the file's name",
} as const;

function titleLine({ chunks, title_from: from }: InspectReport, palette: Palette): readonly string[] {
  const [document] = chunks;
  if (document === undefined) return [];
  return [`${palette.heading("Title:")} ${sanitizeLine(document.title)} (${TITLE_FROM[from]})`];
}

function conversionLines(
  { unit, parts, notes }: NonNullable<InspectReport["conversion"]>,
  palette: Palette,
): readonly string[] {
  const confidence = (value: number | null): string =>
    value === null ? "" : `, read by OCR with a confidence of ${Math.round(value)} %`;
  const pages = unit === null ? [] : [palette.heading(`${unit[0]!.toUpperCase()}${unit.slice(1)}s: ${parts.length}`)];
  return [
    ...pages,
    ...parts.flatMap(({ place, characters, ocr_confidence }) => {
      if (place === null && ocr_confidence === null) return [];
      const what = place === null ? "Text" : `  ${unit} ${place}`;
      return [`${what}: ${count(characters, "character")}${confidence(ocr_confidence)}`];
    }),
    ...notes.map((note) => `${palette.heading("Note:")} ${sanitizeLine(note)}`),
  ];
}

/** So many pieces of a kind are shown to people. JSON has all. */
const SHOWN = 10;

function omittedLines({ kind, count: pieces, lines }: OmittedPieces, palette: Palette): readonly string[] {
  const more = pieces - Math.min(SHOWN, lines.length);
  return [
    `${palette.heading("Left out:")} ${omittedPieces(kind, pieces)}`,
    ...lines.slice(0, SHOWN).map((line) => `  ${sanitizeLine(line)}`),
    ...(more === 0 ? [] : [`  and ${thousands(more)} more (--json shows them)`]),
  ];
}

function describeChunk(chunk: InspectedChunk, number: number, palette: Palette): string[] {
  const own = chunk.body_ranges.reduce((sum, range) => sum + range.end - range.start, 0);
  const indent = "  ".repeat(chunk.depth + 1);
  const siblings = chunk.sibling_count > 1 ? `, one of ${count(chunk.sibling_count, "sibling")}` : "";
  return [
    `${indent}${number}. ${palette.id(sanitizeLine(chunk.id))}`,
    `${indent}   ${sanitizeLine(chunk.breadcrumb)}`,
    `${indent}   ${
      palette.dim(
        `depth ${chunk.depth}, lines ${chunk.start_line}-${chunk.end_line}, bytes ${chunk.byte_start}-${chunk.byte_end}, own text ${
          size(own, chunk.characters)
        }${siblings}`,
      )
    }`,
  ];
}

function size(bytes: number, characters: number): string {
  return `${formatBytes(bytes)}, ${count(characters, "character")}`;
}
