/** The PDF files that a crawl found, as Markdown. Each is converted once. */
import type { RagProblem } from "../../shapes/rag.ts";
import { type Converter, createConverter } from "../../document/formats/converted/converter.ts";
import { countOmitted, type OmittedCounts } from "../../document/omitted.ts";
import { NO_OCR } from "../../document/formats/format.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import { requireConverter } from "../convert/convert_source.ts";
import { type Parted, partsOf } from "../text/parted_text.ts";
import type { CrawledPage } from "./crawl_report.ts";

export interface CrawledDocument {
  readonly title: string | null;
  readonly parted: Parted;
  readonly omitted?: OmittedCounts | undefined;
}

const LIMITS = { timeoutMs: 60_000, mostBytes: 64 * 1024 * 1024 };
const VERSION = 3;

/**
 * The texts by the SHA-256 of the file. They are kept in `folder`, and those of other files go. What cannot be
 * converted becomes a problem. Throws `io`.
 */
export async function crawledDocuments(
  fs: FileSystem,
  folder: string,
  pages: readonly CrawledPage[],
  home: string | null,
  problems: RagProblem[],
): Promise<ReadonlyMap<string, CrawledDocument>> {
  const found = new Map<string, CrawledDocument>();
  let converter: Converter | undefined;
  try {
    for (const { url, sha256, body } of pages.filter(({ contentType }) => contentType === "application/pdf")) {
      const path = joinPath(folder, `${sha256}.${VERSION}.json`);
      const kept = fs.kindOf(path) === "file" ? fs.readFile(path) : undefined;
      if (kept !== undefined) {
        found.set(sha256, JSON.parse(new TextDecoder().decode(kept)) as CrawledDocument);
        continue;
      }
      const converters = convertersOrProblem(home, url, problems);
      if (converters === undefined) break;
      converter ??= createConverter();
      const task = { kind: "document", converters, name: "page.pdf", options: NO_OCR } as const;
      const answer = await converter.convert(task, body, LIMITS);
      if ("reason" in answer) {
        problems.push({ path: url, reason: answer.reason });
        continue;
      }
      const document = { title: answer.title, parted: partsOf(answer), omitted: countOmitted(answer.omitted) };
      found.set(sha256, document);
      fs.makeDirectory(folder);
      fs.writeFile(path, new TextEncoder().encode(JSON.stringify(document)));
    }
  } finally {
    converter?.close();
  }
  const names = new Set([...found.keys()].map((hash) => `${hash}.${VERSION}.json`));
  for (const { name } of fs.kindOf(folder) === "directory" ? fs.readDirectory(folder) : []) {
    if (!names.has(name)) fs.removeFile(joinPath(folder, name));
  }
  return found;
}

/** Undefined, and a problem, where `ra-documents` is not installed: the pages count without it. */
function convertersOrProblem(home: string | null, url: string, problems: RagProblem[]): string | undefined {
  try {
    return requireConverter(home);
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    problems.push({ path: url, reason: `${error.message}, so PDF files are left out` });
    return undefined;
  }
}
