/**
 * What was converted lately, in the folder of the user's cache: a run that is interrupted, and an update after a
 * refresh that had too little time, convert nothing twice. Nothing fails because of it.
 */
import { RaError } from "../../../errors.ts";
import { nowMs } from "../../../host/clock.ts";
import type { ConverterResult } from "../../../host/converter_process.ts";
import { createDiskFileSystem } from "../../../host/disk_file_system.ts";
import { joinPath } from "../../../text/paths.ts";

/** `withinMs`: how long a file could have taken that failed. */
export type KeptConversion = ConverterResult & { readonly withinMs?: number };

/** How long a conversion is kept, and the most bytes of all of them. */
const AGE_MS = 7 * 24 * 3_600_000;
const MAX_BYTES = 512 * 1024 * 1024;
/** After so many bytes ra looks again for what is old. */
const PRUNED_EVERY = MAX_BYTES / 8;
/** A conversion, or what a process left that was killed while it wrote one. */
const NAME = /^[0-9a-f]{32}(?:\.[0-9a-f-]+\.tmp)?$/;

const fs = createDiskFileSystem();
/** By folder, the bytes written since ra looked for what is old. */
const unpruned = new Map<string, number>();

/** Undefined when it is not there, or not whole. */
export function keptConversion(folder: string, key: string): KeptConversion | undefined {
  const bytes = quietly(() => fs.readFile(joinPath(folder, key), { most: MAX_BYTES, noLink: true }));
  const end = bytes?.indexOf(10) ?? -1;
  if (bytes === undefined || end < 0) return undefined;
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as KeptConversion & { size?: number };
    if ("reason" in head) return head;
    const rest = bytes.subarray(end + 1);
    return head.size === rest.length ? { value: head.value, bytes: rest } : undefined;
  } catch {
    return undefined;
  }
}

export function keepConversion(folder: string, key: string, converted: KeptConversion): void {
  const isText = !("reason" in converted);
  const head = isText ? { value: converted.value, size: converted.bytes.length } : converted;
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const whole = new Uint8Array(line.length + (isText ? converted.bytes.length : 0));
  whole.set(line);
  if (isText) whole.set(converted.bytes, line.length);
  quietly(() => {
    fs.makeDirectory(folder, { isPrivate: true });
    fs.writeFile(joinPath(folder, key), whole);
    const written = (unpruned.get(folder) ?? PRUNED_EVERY) + whole.length;
    unpruned.set(folder, written < PRUNED_EVERY ? written : 0);
    if (written >= PRUNED_EVERY) prune(folder);
  });
}

/** Removes what is old, and the oldest while there is too much. */
function prune(folder: string): void {
  const files = fs.readDirectory(folder).flatMap(({ name, kind }) => {
    const path = joinPath(folder, name);
    const stat = kind === "file" && NAME.test(name) ? fs.stat(path) : undefined;
    return stat === undefined ? [] : [{ path, size: stat.size, ms: stat.mtimeNs / 1e6 }];
  });
  let kept = 0;
  for (const { path, size, ms } of files.sort((a, b) => b.ms - a.ms)) {
    kept += size;
    if (kept > MAX_BYTES || nowMs() - ms > AGE_MS) fs.removeFile(path);
  }
}

/** It only saves time, so a disk that fails is not a reason to stop. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof RaError && error.code === "io") return undefined;
    throw error;
  }
}
