/** The process of the converters: PDF, office documents and the like through `ra-documents`, pages, and notebooks. */
import { RaError } from "../../../errors.ts";
import { answerRequests, type ConverterAnswer } from "../../../host/converter_requests.ts";
import { importModule } from "../../../host/installed_package.ts";
import { decodePage } from "../html/decode_page.ts";
import { read } from "../html/read_html.ts";
import { decodeText } from "../../../text/decode_text.ts";
import { readNotebook } from "../notebook/read_notebook.ts";
import { type ConverterTask, sentDocument, sentReading } from "./converter_task.ts";
import { type ConvertedDocument, readParts, type UnreadDocument } from "./document_parts.ts";

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
    case "notebook":
      return sentDocument(notebook(bytes, task.outputs));
    case "html":
      return sentReading(read(bytes));
  }
}

function notebook(bytes: Uint8Array, withOutputs: boolean): ConvertedDocument {
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw new RaError("not-text", "binary");
  const { cells, properties, warnings, notes } = readNotebook(decoded.text, withOutputs);
  const encoder = new TextEncoder();
  const guessed = decoded.problem === null ? [] : [decoded.problem.message];
  return {
    unit: "cell",
    parts: cells.map(({ place, markdown }) => ({ place, text: encoder.encode(markdown), headings: [], hidden: [] })),
    title: properties.title,
    metadata: Object.fromEntries(
      Object.entries(properties.metadata).map(([key, values]) => [key, values.join(", ")]),
    ),
    warnings: [...guessed, ...warnings.map(({ message }) => message)],
    notes,
  };
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
