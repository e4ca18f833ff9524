/** Dates as users write them in `modified:` and `--since`. */

/** A UTC day by its first millisecond, or a span of days back from now. */
export type WrittenDate = { readonly kind: "day"; readonly start: number } | {
  readonly kind: "ago";
  readonly days: number;
};

/** Reads `YYYY-MM-DD` (UTC) or `7d`; undefined when `text` is neither or no such day exists. */
export function readDate(text: string): WrittenDate | undefined {
  const ago = /^(\d{1,5})d$/.exec(text);
  if (ago !== null) return { kind: "ago", days: Number(ago[1]) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const start = Date.parse(`${text}T00:00:00.000Z`);
  // Some runtimes roll 31 February over into March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== text) return undefined;
  return { kind: "day", start };
}
