/** `ra rag index` */
import { releaseMemory } from "../../host/release_memory.ts";
import { userCacheFolder } from "../../host/process.ts";
import { formatJson } from "../../output/json.ts";
import { formatIndexed } from "../../output/text/rag_index_text.ts";
import { ragConfigPath, readRagConfig } from "../../sources/config/rag_config.ts";
import { openPlaces } from "../../sources/places/rag_places.ts";
import { indexSources } from "../../generation/write/index_sources.ts";
import { requireFolders } from "../../sources/requirements.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { RagIndexFlags } from "../commands/rag.ts";
import type { Invocation } from "../invocation.ts";
import { createProgressLine } from "./progress_line.ts";
import { inFormat } from "./in_format.ts";

/** Ends with exit code 1 for a problem with `--strict`. Throws what `indexSources` throws. */
export async function indexRag(invocation: Invocation, _: [], flags: RagIndexFlags): Promise<number> {
  const { fs, directory, home = null, quiet, trust, palette, print, warn } = invocation;
  const config = readRagConfig(fs, ragConfigPath(directory, flags.config), home);
  const places = openPlaces(fs, config, home, trust);
  requireFolders(places.fs, config);
  const { incremental = false, only = [], gpu, mps, strict } = flags;
  const device = gpu === true ? "gpu" : mps === true ? "mps" : config.embedding.device;
  const line = createProgressLine(quiet);
  let isWithout = false;
  const report = await indexSources(config, { incremental, only, device }, {
    fs: places.fs,
    home,
    memory: userCacheFolder(home) === undefined ? null : places.memory,
    warn(warning) {
      line.clear();
      isWithout ||= warning.code === "device-missing";
      warn(warning);
    },
    onWait: (owner) => line.say(`waiting for ${sanitizeLine(owner)}`),
    onProgress: (what) => line.show(what),
    releaseMemory,
  }).finally(line.clear);
  print(inFormat(flags.format, { json: () => formatJson(report), text: () => formatIndexed(report, palette) }));
  return strict === true && (report.problems.length > 0 || isWithout) ? 1 : 0;
}
