/** What a run of `ra rag index` has done. */
import type { RagIndexReport } from "../../shapes/rag.ts";
import type { Warning } from "../../errors.ts";
import type { ArtefactManifest } from "../artefacts/manifest.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { EarlierGeneration } from "./earlier_generation.ts";
import type { IndexOptions } from "./index_run.ts";
import type { Device } from "./index_embedder.ts";
import type { WrittenRows } from "./write_rows.ts";

export interface ReportInput {
  readonly config: RagConfig;
  readonly options: IndexOptions;
  /** The one that was used. */
  readonly device: Device;
  readonly manifest: Omit<ArtefactManifest, "version">;
  readonly rows: WrittenRows;
  readonly caps: TokenCaps;
  readonly earlier: EarlierGeneration | undefined;
  readonly milliseconds: number;
}

/** The most tokens of a text that are embedded. */
interface TokenCaps {
  /** As a source is configured. */
  of(source: string): number;
  /** What the model reads. Undefined where nothing says it. */
  readonly reads: number | undefined;
}

export function indexReport(
  { config, options, device, manifest, rows, caps, earlier, milliseconds }: ReportInput,
): { readonly report: RagIndexReport; readonly warnings: readonly Warning[] } {
  const { generation, created, model, dimensions, chunks } = manifest;
  const embedded = [...rows.counts.values()].reduce((sum, counts) => sum + counts.embedded, 0);
  const report: RagIndexReport = {
    index_root: config.indexRoot,
    generation,
    created,
    model,
    dimensions,
    device,
    chunks,
    sources: manifest.sources.map(({ id, files, chunks, average_chars, clipped, deduplicated }) => {
      const { embedded, reused } = rows.counts.get(id)!;
      const pruned = earlier?.unkept(id) ?? 0;
      return { id, files, chunks, average_chars, clipped, deduplicated, embedded, reused, pruned };
    }),
    rebuilt: options.incremental ? rebuiltBecause(manifest, earlier) : [],
    milliseconds: Math.round(milliseconds),
    embedded_per_second: milliseconds > 0 ? Math.round((embedded * 10_000) / milliseconds) / 10 : 0,
    not_embedded: rows.problems.length,
    problems: rows.problems,
  };
  return { report, warnings: clippedTooOften(config, manifest, caps) };
}

function rebuiltBecause(
  manifest: Omit<ArtefactManifest, "version">,
  earlier: EarlierGeneration | undefined,
): readonly string[] {
  if (earlier === undefined) return [];
  const before = earlier.manifest;
  const settings = new Map(before.sources.map(({ id, settings }) => [id, settings]));
  const isModel = before.model !== manifest.model || before.model_key !== manifest.model_key;
  const model = before.dtype === manifest.dtype
    ? `the model was ${before.model}, and is ${manifest.model}`
    : `the weights were ${before.dtype}, and are ${manifest.dtype}`;
  return [
    ...(isModel
      ? [before.model === manifest.model && before.dtype === manifest.dtype ? "the model has changed" : model]
      : []),
    ...manifest.sources
      .filter(({ id, settings: now }) => settings.has(id) && settings.get(id) !== now)
      .map(({ id }) => `${id}: its chunking has changed`),
  ];
}

function clippedTooOften(
  { indexing: { clip_warn_ratio } }: RagConfig,
  { sources }: Omit<ArtefactManifest, "version">,
  { of, reads }: TokenCaps,
): readonly Warning[] {
  return sources.filter(({ clipped, chunks }) => clipped > clip_warn_ratio * chunks).map(({ id, clipped, chunks }) => {
    const cap = of(id);
    const help = reads === undefined
      ? "smaller chunks help, or a larger max_tokens_per_chunk, if the service reads more"
      : cap < reads
      ? `smaller chunks help, or a larger max_tokens_per_chunk: the model reads ${reads} tokens`
      : `the model reads ${reads} tokens, so smaller chunks help (prose_max_chars, code_max_lines)`;
    const what = "chunks have more tokens than their cap, so their vectors leave out the end";
    return { code: "chunks-clipped", message: `${id}: ${clipped} of ${chunks} ${what}; ${help}` };
  });
}
