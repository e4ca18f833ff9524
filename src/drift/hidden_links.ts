/** Tells which links stand in comments, which no reader sees. */
import type { WrittenLink } from "../links/written_link.ts";

/** Templates in comments of HTML, which the parser of Markdown does not look into. */
export function commentedTemplates(text: string): (link: Pick<WrittenLink, "destination" | "line">) => boolean {
  if (!text.includes("<!--")) return () => false;
  let shown: readonly string[] | undefined;
  return ({ destination, line }) => {
    if (!destination.startsWith("{")) return false;
    shown ??= text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, " ")).split("\n");
    return shown[line - 1]?.includes(destination) === false;
  };
}

/** Those of a note in comments of Obsidian (`%% … %%`). */
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
