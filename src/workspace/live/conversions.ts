/** How long a workspace converts documents, and the documents that a server converts while nobody waits. */
import {
  type ConversionLimits,
  REFRESH_LIMITS,
  startConversions,
  UPDATE_LIMITS,
} from "../../document/formats/conversions.ts";
import { formatOf } from "../../document/formats/registry.ts";
import { documentId } from "../../document/ids.ts";
import { monotonicMs } from "../../host/clock.ts";
import { homeDirectory } from "../../host/process.ts";
import { conversionFolder } from "../../store/update/conversion_folder.ts";
import { readSource } from "../../store/files/read_source.ts";
import type { FileTask } from "../../store/update/change_plan.ts";
import type { Environment } from "../environment.ts";

/** Each answer of a server waits so long for documents. What waits then is converted in idle time. */
const SERVER_MS = 2_000;

/** For an answer, and for an update that somebody asks for. */
export function limitsOf(
  { fs, options }: Pick<Environment, "fs" | "options">,
  purpose: "answer" | "update",
): ConversionLimits {
  const keptIn = conversionFolder(fs, options.home === undefined ? homeDirectory() ?? null : options.home);
  if (purpose === "update") return { ...UPDATE_LIMITS, keptIn };
  return { ...REFRESH_LIMITS, totalMs: options.reload === true ? SERVER_MS : REFRESH_LIMITS.totalMs, keptIn };
}

export interface IdleConversions {
  /** Converts these too, one by one. The next update finds what they became. */
  begin(waiting: readonly FileTask[]): void;
  /** Whether a document is still to be converted, so that no answer waits for it again. */
  isPending(docId: string): boolean;
  close(): void;
}

/** It needs a place to keep what it converts. */
export function createIdleConversions(environment: Pick<Environment, "fs" | "options">): IdleConversions {
  const { fs } = environment;
  const limits: ConversionLimits = { ...limitsOf(environment, "answer"), ...REFRESH_LIMITS };
  const pending = new Map<string, FileTask>();
  let isBusy = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    for (const [docId, task] of pending) {
      await convert(task).catch(() => {}); // The next update says what is wrong.
      if (pending.get(docId) === task) pending.delete(docId);
    }
    isBusy = false;
  };
  const convert = async ({ absolutePath, path, fingerprint, tree }: FileTask): Promise<void> => {
    const content = readSource(fs, absolutePath, fingerprint.size);
    if (content.kind !== "content") return;
    const { readFile } = await import("../../document/formats/read_file.ts");
    await readFile(content.bytes, path, tree, formatOf(path, tree), startConversions(limits, monotonicMs));
  };
  return {
    begin(waiting) {
      if (limits.keptIn === null) return;
      for (const task of waiting) pending.set(documentId(task.tree.name, task.path), task);
      if (!isBusy) void run();
    },
    isPending: (docId) => pending.has(docId),
    close() {
      pending.clear();
      if (isBusy) void import("../../document/formats/converted/shared_converter.ts").then(({ end }) => end());
    },
  };
}
