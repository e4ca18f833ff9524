/** Reads moments as people and programs write them into frontmatter. */

const MOMENT =
  /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:t|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?[ \t]*(z|utc|gmt|[+-]\d{1,2}(?::?\d{2})?)?)?$/i;

const MINUTE = 60_000;

/**
 * The moment in milliseconds since 1970, of a day such as `2026-01-31` with or without a time and a zone. Without a
 * zone, it is UTC. Undefined for any other text and for a day that does not exist.
 */
export function readMoment(text: string): number | undefined {
  const found = MOMENT.exec(text.trim());
  if (found === null) return undefined;
  const [, year, , month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone = "z"] = found;
  const start = new Date(0);
  // `Date.UTC` takes the years below 100 for others.
  start.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (start.getUTCMonth() !== Number(month) - 1 || start.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const time = (Number(hour) * 60 + Number(minute)) * MINUTE + Number(second) * 1000 +
    Math.trunc(Number(`0.${fraction}`) * 1000);
  return start.getTime() + time - zoneMs(zone);
}

/** How far a zone such as `+02:00` is ahead of UTC. */
function zoneMs(zone: string): number {
  const found = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (found === null) return 0;
  const [, sign, hours, minutes = "0"] = found;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}
