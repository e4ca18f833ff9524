/** `ra rag normalize`: brings the texts of a source into their normal form, in place. */
import type { RagSourceRun } from "../../answers/rag.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import { normalise } from "./normalise.ts";
import { markdownFiles } from "./text_folder.ts";

const FRONTMATTER = /^---\n.*?\n---\n/s;

/** Texts that were crawled or converted are in this form already. Texts that were changed since are brought back. */
export function normaliseFolder(fs: FileSystem, folder: string): Pick<RagSourceRun, "state" | "counts" | "problems"> {
  const counts = { texts: 0, changed: 0 };
  const problems: { path: string; reason: string }[] = [];
  for (const name of markdownFiles(fs, folder)) {
    counts.texts++;
    const path = joinPath(folder, name);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFile(path));
    } catch {
      problems.push({ path, reason: "it is not UTF-8" });
      continue;
    }
    const head = FRONTMATTER.exec(text)?.[0] ?? "";
    const normal = head === "" ? normalise(text) : `${head}\n${normalise(text.slice(head.length))}`;
    if (normal === text) continue;
    fs.writeFile(path, new TextEncoder().encode(normal));
    counts.changed++;
  }
  return { state: counts.changed > 0 ? "changed" : "unchanged", counts, problems };
}
