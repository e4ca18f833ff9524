/** `ra rag normalize`: brings the texts of a source into their normal form, in place. */
import type { RagProblem, RagSourceRun } from "../../shapes/rag.ts";
import { encodeRecord, readRecord } from "../../document/source_record.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { RECORD_ENDING, recordBeside } from "../../store/files/read_source.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { joinParts, splitParts } from "./parted_text.ts";
import type { TextPlace } from "./text_folder.ts";

const CHANGED = "it was changed since ra wrote it, so it stays";
const NO_RECORD = "it has no record of where it comes from: convert or crawl it again";

/** Texts that were crawled or converted are in this form already, unless an earlier ra wrote them. */
export async function normalizeFolder(
  fs: FileSystem,
  { written }: TextPlace,
): Promise<Pick<RagSourceRun, "state" | "counts" | "problems">> {
  const yieldPoint = createYieldPoint(undefined);
  const counts = { texts: 0, changed: 0 };
  const problems: RagProblem[] = [];
  for (const name of written.paths.filter((path) => !path.endsWith(RECORD_ENDING))) {
    await yieldPoint();
    const path = `${written.folder}/${name}`;
    const text = fs.kindOf(path) === "file" ? fs.readFile(path) : undefined;
    if (text === undefined) continue;
    const beside = recordBeside(fs, path);
    counts.texts++;
    const record = beside === undefined ? undefined : readRecord(beside, text);
    if (record === undefined) {
      const reason = written.isOwn(name) ? NO_RECORD : CHANGED;
      problems.push({ path, reason });
      continue;
    }
    const { text: normal, unit, parts } = joinParts(splitParts(text, record));
    if (sha256(normal) === record.sha256) continue;
    const renewed = encodeRecord({ ...record, unit, parts, sha256: sha256(normal) });
    if (written.reform(name, normal) && written.reform(name + RECORD_ENDING, renewed)) counts.changed++;
    else problems.push({ path, reason: CHANGED });
  }
  written.save();
  return { state: counts.changed > 0 ? "changed" : "unchanged", counts, problems };
}
