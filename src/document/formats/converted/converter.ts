/** Converts files in a process of its own. */
import { createConverterProcess } from "../../../host/converter_process.ts";
import { type ChildPlace, childPlace } from "../../../host/start_child.ts";
import { type ConverterTask, receivedDocument } from "./converter_task.ts";
import { CONVERTER_WORDS } from "./converter_words.ts";
import type { ConvertedDocument } from "./document_parts.ts";

interface ConverterLimits {
  readonly timeoutMs: number;
  /** The most bytes of the text. */
  readonly mostBytes: number;
}

/** One file at a time. */
export interface Converter {
  convert(
    task: ConverterTask & { readonly kind: "document" | "page" | "notebook" },
    bytes: Uint8Array,
    limits: ConverterLimits,
  ): Promise<ConvertedDocument | { readonly reason: string }>;
  close(): void;
}

/** Where the process of the converters starts. */
export function converterPlace(): ChildPlace {
  return childPlace(new URL("./converter_worker.ts", import.meta.url), CONVERTER_WORDS);
}

/** The process starts with the first file. */
export function createConverter(): Converter {
  const child = createConverterProcess(converterPlace());
  return {
    async convert(task, bytes, limits) {
      const answer = await child.convert({ task, bytes, ...limits });
      return "reason" in answer ? answer : receivedDocument(answer.value, answer.bytes);
    },
    close: child.close,
  };
}
