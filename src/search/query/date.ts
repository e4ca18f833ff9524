/** Dates as users write them in `modified:` and `--since`. */

/** A UTC day by its first millisecond, or a number of days before now. */
export type WrittenDate = { readonly kind: "day"; readonly start: number } | {
  readonly kind: "ago";
  readonly days: number;
};

/** Reads `YYYY-MM-DD` (UTC) or `7d`. Undefined for any other text and for a day that does not exist. */
export function readDate(text: string): WrittenDate | undefined {
  const ago = /^(\d{1,5})d$/.exec(text);
  if (ago !== null) return { kind: "ago", days: Number(ago[1]) };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const start = Date.parse(`${text}T00:00:00.000Z`);
  // Some runtimes turn 31 February into a day in March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== text) return undefined;
  return { kind: "day", start };
}
