/** `ra rag index`, for people. */
import type { RagIndexReport } from "../../shapes/rag.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { count } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";
import { formatNotEmbedded } from "./not_embedded_text.ts";
import { formatTable } from "../terminal/table.ts";

/** One line for each source, what was made anew and why, and the generation. */
export function formatIndexed(report: RagIndexReport, palette: Palette): string {
  const { sources, rebuilt, problems, chunks, milliseconds, embedded_per_second, generation, model, device } = report;
  const rows = sources.map((source) => [
    palette.id(source.id),
    count(source.files, "file"),
    count(source.chunks, "chunk"),
    `average ${source.average_chars} characters`,
    `${source.embedded} embedded`,
    `${source.reused} reused`,
    `${source.pruned} pruned`,
    [
      ...(source.clipped > 0 ? [`${source.clipped} cut`] : []),
      ...(source.deduplicated > 0 ? [`${count(source.deduplicated, "duplicate")} left out`] : []),
    ].join(", "),
  ]);
  const seconds = (milliseconds / 1000).toFixed(1);
  return [
    formatTable(rows, [1, 2, 3, 4, 5, 6]),
    ...rebuilt.map((why) => `anew: ${sanitizeLine(why)}\n`),
    report.not_embedded === 0 ? "" : formatNotEmbedded(report.not_embedded, problems, palette),
    `${count(chunks, "chunk")} in ${seconds} s (${embedded_per_second} embedded a second, ${
      sanitizeLine(model)
    } on ${device}), ` +
    `generation ${generation.slice(0, 12)}\n`,
  ].join("");
}
