/** `ra rag normalize`: brings the texts of a source into their normal form, in place. */
import type { RagProblem, RagSourceRun } from "../../shapes/rag.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { normalize } from "./normalize.ts";
import type { TextPlace } from "./text_folder.ts";

const FRONTMATTER = /^---\n.*?\n---\n/s;

/** Texts that were crawled or converted are in this form already, unless an earlier ra wrote them. */
export async function normalizeFolder(
  fs: FileSystem,
  place: TextPlace,
): Promise<Pick<RagSourceRun, "state" | "counts" | "problems">> {
  const { written } = place;
  const yieldPoint = createYieldPoint(undefined);
  const counts = { texts: 0, changed: 0 };
  const problems: RagProblem[] = [];
  for (const name of written.paths) {
    await yieldPoint();
    const path = `${written.folder}/${name}`;
    const bytes = fs.kindOf(path) === undefined ? undefined : fs.readFile(path);
    if (bytes === undefined) continue;
    counts.texts++;
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      problems.push({ path, reason: "it is not UTF-8" });
      continue;
    }
    const head = FRONTMATTER.exec(text)?.[0] ?? "";
    const normal = head === "" ? normalize(text) : `${head}\n${normalize(text.slice(head.length))}`;
    if (normal === text) continue;
    if (written.reform(name, new TextEncoder().encode(normal))) counts.changed++;
    else problems.push({ path, reason: "it was changed since ra wrote it, so it stays" });
  }
  written.save();
  return { state: counts.changed > 0 ? "changed" : "unchanged", counts, problems };
}
