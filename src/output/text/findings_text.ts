/** What `ra check` and `ra rag doctor` print alike of what they find. */
import type { RagCheck } from "../../shapes/rag.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";

type FindingLevel = (CheckIssue | RagCheck)["level"];

/** The level, in its colour. */
export function formatLevel(level: FindingLevel, palette: Palette): string {
  const colors: Readonly<Record<FindingLevel, (text: string) => string>> = {
    ok: palette.good,
    note: palette.dim,
    warning: palette.caution,
    error: palette.bad,
  };
  return colors[level](level);
}

export function countFindings(findings: readonly { readonly level: FindingLevel }[], level: FindingLevel): number {
  return findings.filter((finding) => finding.level === level).length;
}
