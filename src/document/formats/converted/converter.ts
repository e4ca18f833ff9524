/** Converts files in a process of its own. */
import { createConverterProcess } from "../../../host/converter_process.ts";
import { childPlace } from "../../../host/start_child.ts";
import type { Reading } from "../format.ts";
import { type ConverterTask, receivedDocument, receivedReading } from "./converter_task.ts";
import { CONVERTER_WORDS } from "./converter_words.ts";
import type { ConvertedDocument } from "./document_parts.ts";

export interface ConverterLimits {
  readonly timeoutMs: number;
  /** The most bytes of the text. */
  readonly mostBytes: number;
}

/** `isLate`: it took longer than its time. */
export interface Unconverted {
  readonly reason: string;
  readonly isLate?: true;
}

/** One file at a time. */
export interface Converter {
  convert(
    task: ConverterTask & { readonly kind: "document" | "page" },
    bytes: Uint8Array,
    limits: ConverterLimits,
  ): Promise<ConvertedDocument | Unconverted>;
  readHtml(bytes: Uint8Array, limits: ConverterLimits): Promise<Reading | Unconverted>;
  close(): void;
}

/** The process starts with the first file. */
export function createConverter(): Converter {
  const child = createConverterProcess(childPlace(new URL("./converter_worker.ts", import.meta.url), CONVERTER_WORDS));
  return {
    async convert(task, bytes, limits) {
      const answer = await child.convert({ task, bytes, ...limits });
      return "reason" in answer ? answer : receivedDocument(answer.value, answer.bytes);
    },
    async readHtml(bytes, limits) {
      const task: ConverterTask = { kind: "html" };
      const answer = await child.convert({ task, bytes, ...limits });
      return "reason" in answer ? answer : receivedReading(answer.value, answer.bytes);
    },
    close: child.close,
  };
}
