/** Tells which links of a note stand in comments of Obsidian (`%% … %%`), which its reader does not see. */
import type { WrittenLink } from "../links/written_link.ts";

export function hiddenLinks(text: string): (link: Pick<WrittenLink, "destination" | "line">) => boolean {
  if (!text.includes("%%")) return () => false;
  const shown: string[] = [];
  let isHidden = false;
  for (const line of text.split("\n")) {
    const parts = line.split("%%");
    // A sign alone begins or ends a comment of several lines.
    shown.push(parts.filter((_, at) => (at % 2 === 1) === isHidden).join(" "));
    if (parts.length % 2 === 0 && (isHidden || line.trim() === "%%")) isHidden = !isHidden;
  }
  return ({ destination, line }) => !shown[line - 1]!.includes(destination);
}
