/**
 * Tells whether values that were read from a file have the shape that ra writes. A checksum only shows that nothing
 * changed since somebody wrote the file, and that may have been anybody.
 */

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole number that is not negative. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A CRC-32 as `checksumText` writes it. */
export function isChecksum(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}$/.test(value);
}

/** Counts by name. */
export function areCounts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isCount);
}
