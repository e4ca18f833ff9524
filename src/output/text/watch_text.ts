/** Prints `ra watch`, one line for each update. */
import type { WatchUpdate } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";
import { count } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** How many documents to name. Of more, the line gives only the number. */
const NAMED = 3;

/** `changed docs:guide.md; removed docs:old.md (23 ms)`, with a newline. */
export function formatWatchUpdate(update: WatchUpdate, palette: Palette): string {
  const trees = update.trees.length === 0
    ? "no trees"
    : update.trees.map((name) => palette.id(sanitizeLine(name))).join(", ");
  const heads = {
    start: [`watching ${trees}: ${count(update.documents, "document")}`],
    configuration: [`configuration changed: ${trees}`],
    change: [],
  };
  const kinds = { added: palette.good("added"), changed: palette.caution("changed"), removed: palette.bad("removed") };
  const parts = (["added", "changed", "removed"] as const).flatMap((kind) => {
    const ids = update[kind];
    if (ids.length === 0) return [];
    const which = ids.length > NAMED || update.event === "start"
      ? count(ids.length, "document")
      : ids.map((id) => palette.id(sanitizeLine(id))).join(", ");
    return [`${kinds[kind]} ${which}`];
  });
  return `${[...heads[update.event], ...parts].join("; ")} ${palette.dim(`(${duration(update.milliseconds)})`)}\n`;
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
