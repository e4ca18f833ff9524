/** The process of the converters: PDF, office documents and the like through `ra-documents`, and pages of HTML. */
import { RaError } from "../../../errors.ts";
import { answerRequests, type ConverterAnswer } from "../../../host/converter_requests.ts";
import { importModule } from "../../../host/installed_package.ts";
import { decodePage } from "../html/decode_page.ts";
import { read } from "../html/read_html.ts";
import { type ConverterTask, sentDocument, sentReading } from "./converter_task.ts";
import { readParts, type UnreadDocument } from "./document_parts.ts";

interface ConverterModule {
  convert(bytes: Uint8Array, name: string, options: unknown): Promise<UnreadDocument>;
}

async function answer(task: ConverterTask, bytes: Uint8Array): Promise<ConverterAnswer> {
  switch (task.kind) {
    case "document": {
      const { convert } = await importModule(task.converters) as ConverterModule;
      return sentDocument(readParts(await convert(bytes, task.name, task.options)));
    }
    case "page":
      return sentDocument(readParts(page(bytes)));
    case "html":
      return sentReading(read(bytes));
  }
}

/** Letters of the element with the title. */
const MAX_TITLE = 10_000;

/** ra reads pages itself. */
function page(bytes: Uint8Array): UnreadDocument {
  const decoded = decodePage(bytes, null);
  if (decoded === undefined) throw new RaError("not-text", "binary");
  const html = new TextDecoder().decode(decoded.text);
  const warnings = decoded.problem === null ? [] : [decoded.problem.message];
  const at = html.search(/<title/i);
  const head = at < 0 ? "" : html.slice(at, at + MAX_TITLE);
  const title = /^<title[^>]*>([^<]*)/i.exec(head)?.[1]?.replace(/\s+/g, " ").trim();
  return { unit: null, parts: [{ place: null, html }], title: title || null, metadata: {}, warnings };
}

await answerRequests(async (task, bytes) => {
  try {
    return await answer(task as ConverterTask, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Both say what is wrong with the file. All else is a surprise.
    const isKnown = error instanceof RaError || (error instanceof Error && error.name === "ConversionFailure");
    return { reason: isKnown ? reason : `the file cannot be converted: ${reason}` };
  }
});
