/** The PDF files that a crawl found, as Markdown. Each is converted once. */
import type { RagProblem } from "../../answers/rag.ts";
import type { ConvertedDocument } from "../../document/formats/converted/document_parts.ts";
import { RaError } from "../../errors.ts";
import { type ConverterProcess, createConverterProcess } from "../../host/converter_process.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import { requireConverter } from "../convert/convert_source.ts";
import { documentText } from "../convert/document_text.ts";
import type { CrawledPage } from "./crawl_report.ts";

export interface CrawledDocument {
  readonly title: string | null;
  readonly markdown: string;
}

const TIMEOUT_MS = 60_000;
const VERSION = 1;

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
  let converter: ConverterProcess | undefined;
  try {
    for (const { url, sha256, body } of pages.filter(({ contentType }) => contentType === "application/pdf")) {
      const path = joinPath(folder, `${sha256}.${VERSION}.json`);
      const kept = fs.kindOf(path) === "file" ? fs.readFile(path) : undefined;
      if (kept !== undefined) {
        found.set(sha256, JSON.parse(new TextDecoder().decode(kept)) as CrawledDocument);
        continue;
      }
      converter ??= started(home, url, problems);
      if (converter === undefined) break;
      const options = { ocr: "never", languages: [] };
      const answer = await converter.convert({ name: "page.pdf", bytes: body, options, timeoutMs: TIMEOUT_MS });
      if ("reason" in answer) {
        problems.push({ path: url, reason: answer.reason });
        continue;
      }
      const converted = answer.value as ConvertedDocument;
      const document = { title: converted.title, markdown: documentText(converted) };
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
function started(home: string | null, url: string, problems: RagProblem[]): ConverterProcess | undefined {
  try {
    return createConverterProcess(requireConverter(home));
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    problems.push({ path: url, reason: `${error.message}, so PDF files are left out` });
    return undefined;
  }
}
