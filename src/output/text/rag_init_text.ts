/** `ra rag init`, for people. */
import type { RagInitReport } from "../../shapes/rag.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { count } from "../quantity.ts";

/** What was written, what of the folder is in it, and what to run next. */
export function formatRagInit(
  { path, replaced, folders, documents, next }: RagInitReport,
  showPath: (path: string) => string,
): string {
  const found = `${count(documents.files, "document")} (${documents.extensions.join(", ")})`;
  return [
    `${replaced ? "replaced" : "wrote"} ${sanitizeLine(showPath(path))}`,
    ...folders.map((folder) => `made ${sanitizeLine(showPath(folder))}`),
    ...(documents.files === 0
      ? []
      : documents.taken
      ? [`convert_docs takes ${found}`]
      : [`${found} left out: to read them, npm install -g ra-documents, then ra rag init --force`]),
    `edit the sources there; next:  ${next.join("; ")}`,
    "",
  ].join("\n");
}
