/** `ra rag doctor`, `ra rag ingest` and `ra rag status`, for people. */
import type { RagArtefacts, RagDoctorReport, RagProblem, RagRunReport, RagStatusReport } from "../../shapes/rag.ts";
import { formatNotEmbedded } from "./not_embedded_text.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { omittedNote } from "../omitted_note.ts";
import { count, formatBytes } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";
import { formatTable } from "../terminal/table.ts";
import { countFindings, formatLevel } from "./findings_text.ts";

/** One line for each check, with its remedy, and a verdict. */
export function formatDoctor({ checks }: RagDoctorReport, palette: Palette): string {
  const rows = checks.map(({ name, level, message, hint }) => [
    formatLevel(level, palette),
    sanitizeLine(name),
    sanitizeLine(message) + (hint === undefined ? "" : palette.dim(` — ${sanitizeLine(hint)}`)),
  ]);
  const errors = countFindings(checks, "error");
  const verdict = errors === 0 ? palette.good("everything is there") : palette.bad(`${count(errors, "thing")} missing`);
  return `${formatTable(rows)}${verdict}\n`;
}

/** One line for each source and stage, the problems below it, and what to do next. */
export function formatRun(
  report: RagRunReport,
  palette: Palette,
  { isFrozen, verbose, showPath }: {
    readonly isFrozen: boolean;
    /** Whether to name what a crawl left out. */
    readonly verbose: boolean;
    readonly showPath: (path: string) => string;
  },
): string {
  const lines = report.sources.map((source) => {
    const { id, stage, state, from, commit, counts, omitted, problems, left_out = [] } = source;
    const colored = state === "failed"
      ? palette.bad(state)
      : state === "changed"
      ? palette.good(state)
      : palette.dim(state);
    const numbers = Object.entries(counts).map(([what, number]) => `${number} ${what}`);
    const details = [...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]), ...numbers];
    const head = `${palette.id(id)}  ${stage}${stage === "read" && state !== "failed" ? "" : `  ${colored}`}${
      details.length === 0 ? "" : `  ${details.join(", ")}`
    }${from === undefined ? "" : palette.dim(`  ${sanitizeLine(from)}`)}\n`;
    const left = omitted === undefined ? "" : `  left out of documents: ${omittedNote(omitted)}\n`;
    const others = stage === "read" ? firstOnes(left_out, verbose) : verbose ? listed(left_out) : "";
    return head + left + listed(problems) + others;
  });
  const { index_config, failed, problems } = report;
  const left = [
    ...(failed > 0 ? [palette.bad(`${count(failed, "source")} failed`)] : []),
    ...(problems > 0 ? [palette.caution(`${count(problems, "file")} left out`)] : []),
  ];
  const folder = index_config?.replace(/\/\.ra\.toml$/, "");
  return [
    ...lines,
    ...(left.length === 0 ? [] : [`${left.join(", ")}\n`]),
    ...(isFrozen ? ["to index what has changed:  ra rag index --incremental\n"] : []),
    ...(folder === undefined || isFrozen ? [] : [`to search:  ra -C ${sanitizeLine(showPath(folder))} search WORDS\n`]),
  ].join("");
}

function listed(problems: readonly RagProblem[]): string {
  return problems.map(({ path, reason }) =>
    `  ${path === undefined ? "" : `${sanitizeLine(path)}: `}${sanitizeLine(reason)}\n`
  ).join("");
}

/** So many are named; `-v` names all. */
const NAMED = 10;

function firstOnes(problems: readonly RagProblem[], verbose: boolean): string {
  if (verbose || problems.length <= NAMED) return listed(problems);
  return `${listed(problems.slice(0, NAMED))}  and ${problems.length - NAMED} more (-v names them)\n`;
}

export function formatSources(
  { sources, artefacts }: RagStatusReport,
  palette: Palette,
  { verbose }: { readonly verbose: boolean },
): string {
  const table = formatTable(
    sources.flatMap((source) => {
      const { id, type, state, commit, documents, chunks, bytes, average_bytes: average, path } = source;
      return [[
        palette.id(id),
        type,
        state === "ready" ? `${source.found} found` : palette.caution(type === "local" ? "missing" : "not fetched"),
        `${source.read} read`,
        count(documents, "document"),
        count(chunks, "chunk"),
        `average ${average} bytes`,
        formatBytes(bytes),
        `${sanitizeLine(path)}${commit === undefined ? "" : palette.dim(` at ${commit.slice(0, 12)}`)}${
          source.omitted === undefined ? "" : palette.dim(` (not in the texts: ${omittedNote(source.omitted)})`)
        }${source.ocr_confidence === undefined ? "" : palette.dim(`, OCR ${source.ocr_confidence} %`)}${
          lastRunOf(source, palette)
        }`,
      ]];
    }),
    [2, 3, 4, 5, 6, 7],
  );
  const left = sources.filter(({ left_out }) => left_out.length > 0).map(({ id, left_out, skipped }) => {
    const reasons = Object.entries(skipped).map(([reason, number]) => `${number} ${sanitizeLine(reason)}`);
    return `${palette.id(id)}: ${palette.caution(`left out: ${reasons.join(", ")}`)}\n${firstOnes(left_out, verbose)}`;
  });
  return `${table}${left.join("")}${formatArtefacts(artefacts, palette)}\n`;
}

function lastRunOf({ last_run: run }: RagStatusReport["sources"][number], palette: Palette): string {
  if (run === undefined) return "";
  const { stage, state, at, reason } = run;
  const said = sanitizeLine(`, ${stage} ${state} ${at}${reason === undefined ? "" : `: ${reason}`}`);
  return state === "failed" ? palette.bad(said) : palette.dim(said);
}

function formatArtefacts(
  { state, wrong, generation, created, chunks, changed, not_embedded = 0, problems = [] }: RagArtefacts,
  palette: Palette,
): string {
  if (state === "absent") return palette.dim("no vectors yet: ra rag index");
  if (state === "damaged") {
    return palette.bad(`missing, or of another generation: ${wrong?.join(", ")}`) + palette.dim(" — ra rag index");
  }
  const about = sanitizeLine(`generation ${generation?.slice(0, 12)} of ${created}, ${count(chunks ?? 0, "chunk")}`);
  const since = changed === undefined ? "current" : `changed since: ${sanitizeLine(changed)} (ra rag index)`;
  const left = not_embedded === 0 ? "" : `\n${formatNotEmbedded(not_embedded, problems, palette).trimEnd()}`;
  return `${about}, ${changed === undefined ? palette.good(since) : palette.caution(since)}${left}`;
}
