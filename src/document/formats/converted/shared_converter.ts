/** The process of the converters for all files that this thread reads. */
import { createTurns } from "../../../host/turns.ts";
import { RaError } from "../../../errors.ts";
import { after } from "../../../host/clock.ts";
import {
  type ConverterOutput,
  type ConverterProcess,
  type ConverterResult,
  createConverterProcess,
} from "../../../host/converter_process.ts";
import { createDiskFileSystem } from "../../../host/disk_file_system.ts";
import { hashBytes } from "../../../host/hash.ts";
import { VERSION } from "../../../version.ts";
import { type Conversions, DocumentWaits } from "../conversions.ts";
import { converterPlace } from "./converter.ts";
import type { ConverterTask } from "./converter_task.ts";
import { keepConversion, type KeptConversion, keptConversion } from "./kept_conversions.ts";

/** A process that waits for its next file so long is ended, so that it does not keep ra from ending. */
const IDLE_MS = 300;
/** The most bytes of the text of one document. A book of a thousand pages has two million. */
const MAX_TEXT = 64 * 1024 * 1024;
/** A process needs so long to begin. */
const MIN_MS = 250;
/** The converter ends a file by itself; this comes after it. */
const GIVEN_UP_MS = 100;
/** A file that had this share of its time had all of it. */
const ALL = 0.9;

let converter: ConverterProcess | undefined;
let forget = (): void => {};
/** How often the process was ended. */
let ended = 0;
/** Files that wait for the process: it converts one at a time. */
const inOrder = createTurns();

export interface SharedTask {
  readonly task: ConverterTask;
  /** Files of the converters that shape the text: a change of one of them makes it anew. */
  readonly files: readonly string[];
  /** Raise it when ra makes another text of the same bytes. */
  readonly version: readonly number[];
  readonly timeoutMs: number;
}

/**
 * Converts a file, unless it was converted lately. Throws `not-text` with the reason for a file that cannot be
 * converted, and {@link DocumentWaits} where `conversions` leaves no time.
 */
export async function convertShared(
  shared: SharedTask,
  bytes: Uint8Array,
  path: string,
  conversions: Conversions | undefined,
): Promise<ConverterOutput> {
  const { keptIn = null, longestMs = Infinity } = conversions ?? {};
  const key = keptIn === null ? "" : keyOf(shared, bytes);
  let converted: KeptConversion | undefined = keptIn === null ? undefined : keptConversion(keptIn, key);
  // With more time than it had, a file that failed is tried again.
  if (converted === undefined || ("reason" in converted && (converted.withinMs ?? 0) < longestMs)) {
    const found = await inTurn(shared, bytes, conversions);
    converted = "reason" in found ? { ...found, withinMs: longestMs } : found;
    if (keptIn !== null && !("reason" in converted && longestMs === Infinity)) keepConversion(keptIn, key, converted);
  }
  if (!("reason" in converted)) return converted;
  if (converted.isLate === true && longestMs < shared.timeoutMs) throw new DocumentWaits(true);
  throw new RaError("not-text", converted.reason, { path });
}

/** Ends the process. The file that it converts waits. */
export function end(): void {
  ended++;
  converter?.close();
  converter = undefined;
}

/** Throws {@link DocumentWaits} for a file that was cut short. */
async function inTurn(
  { task, timeoutMs }: SharedTask,
  bytes: Uint8Array,
  conversions: Conversions | undefined,
): Promise<ConverterResult> {
  const longestMs = conversions?.longestMs ?? Infinity;
  const left = (): number => conversions?.left() ?? Infinity;
  let isGivenUp = false;
  const turn = inOrder(async () => {
    const ms = Math.min(timeoutMs, longestMs, left());
    if (isGivenUp || ms < MIN_MS) throw new DocumentWaits(false);
    const before = ended;
    forget();
    converter ??= createConverterProcess(converterPlace());
    const converted = await converter.convert({ task, bytes, timeoutMs: ms, mostBytes: MAX_TEXT });
    forget = after(IDLE_MS, () => {
      converter?.close();
      converter = undefined;
    });
    const isLate = "reason" in converted && converted.isLate === true;
    if (ended > before || (isLate && ms < ALL * Math.min(timeoutMs, longestMs))) throw new DocumentWaits(false);
    return converted;
  });
  const ms = left();
  if (ms === Infinity) return await turn;
  // The file before may take longer than what is left. A file in its turn ends by itself.
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    cancel = after(ms + GIVEN_UP_MS, () => {
      isGivenUp = true;
      reject(new DocumentWaits(false));
    });
  });
  return await Promise.race([turn, late]).finally(cancel);
}

function keyOf({ task, files, version }: SharedTask, bytes: Uint8Array): string {
  const fs = createDiskFileSystem();
  const stats = files.map((path) => {
    const { size, mtimeNs } = fs.stat(path) ?? {};
    return [path, size, mtimeNs];
  });
  return hashBytes(new TextEncoder().encode(JSON.stringify([VERSION, version, task, stats, hashBytes(bytes)])));
}
