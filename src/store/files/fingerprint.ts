/** Detects that a file may have changed, without reading it. */
import type { FileStat } from "../../host/file_system.ts";

export type Fingerprint = Pick<FileStat, "size" | "mtimeNs" | "ctimeNs" | "inode">;

const MILLISECOND = 1e6;
const SECOND = 1e9;
/** The largest step between doubles near today's time in nanoseconds. A time is off by at most half of this. */
const PRECISION = 256;
/** A file system may give two writes within this time the same timestamp (FAT: 2 s). */
const RACY_NS = 2 * SECOND;

/** The parts of a stat that change detection compares. */
export function fingerprintOf(stat: FileStat): Fingerprint {
  return { size: stat.size, mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, inode: stat.inode };
}

/**
 * Whether two fingerprints of a path show the same unchanged file. Runtimes differ in precision (Deno: whole
 * milliseconds of mtime, whole seconds of ctime), so the less precise fingerprint decides how finely times are
 * compared.
 */
export function sameFingerprint(a: Fingerprint, b: Fingerprint): boolean {
  return a.size === b.size && a.inode === b.inode && sameTime(a.mtimeNs, b.mtimeNs) && sameTime(a.ctimeNs, b.ctimeNs);
}

function sameTime(a: number, b: number): boolean {
  if (Math.abs(a - b) < PRECISION) return true;
  for (const unit of [SECOND, MILLISECOND]) {
    if (isWhole(a, unit) || isWhole(b, unit)) return wholePart(a, unit) === wholePart(b, unit);
  }
  return false;
}

function isWhole(time: number, unit: number): boolean {
  return Math.abs(time - Math.round(time / unit) * unit) < PRECISION;
}

function wholePart(time: number, unit: number): number {
  return Math.floor((time + PRECISION) / unit);
}

/**
 * Whether a later write could leave the fingerprint of a file unchanged. This holds when one of its times is less than
 * 2 s before `readAtNs`, or anywhere after it. `readAtNs` is when reading began, in nanoseconds since 1970. The content
 * of such a file has to be compared instead.
 */
export function isRacy(fingerprint: Fingerprint, readAtNs: number): boolean {
  return Math.max(fingerprint.mtimeNs, fingerprint.ctimeNs) > readAtNs - RACY_NS;
}
