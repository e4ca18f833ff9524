/** Prints errors and warnings for stderr. */
import type { RaError, Warning } from "../../errors.ts";
import type { Palette } from "../terminal/color.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";

/**
 * Prints `ra: path:line:column: what: why`, then further lines of the message (such as a caret), then the hint on a
 * line of its own. Mistakes that were found together follow.
 */
export function formatError(
  error: RaError,
  palette: Palette,
  showPath: (path: string) => string = (path) => path,
): string {
  const [first = "", ...more] = sanitize(error.message).split("\n");
  const rest = more.map((line) => `  ${line}\n`).join("");
  const hint = error.hint === undefined
    ? ""
    : sanitize(error.hint).split("\n").map((line, i) =>
      `  ${i === 0 ? `${palette.good("hint:")} ` : "      "}${line}\n`
    ).join("");
  const others = (error.others ?? []).slice(0, MAX_OTHERS).map((other) => formatError(other, palette, showPath));
  const left = (error.others?.length ?? 0) - others.length;
  const end = left > 0 ? `${palette.bad("ra:")} and ${left} more\n` : "";
  return `${palette.bad("ra:")} ${place(error, showPath)}${first}\n${rest}${hint}${others.join("")}${end}`;
}

/** More mistakes of one file than this help nobody at once. */
const MAX_OTHERS = 20;

/** `ra: warning: path:line: message`. */
export function formatWarning(warning: Warning, palette: Palette): string {
  return `ra: ${palette.caution("warning:")} ${place(warning)}${sanitizeLine(warning.message)}\n`;
}

/**
 * Gives the place of a problem as `path:line:column: `. Leaves out unknown parts, and the path if the message has it
 * already.
 */
function place(
  about: { readonly path?: string; readonly line?: number; readonly column?: number; readonly message: string },
  showPath: (path: string) => string = (path) => path,
): string {
  if (about.path === undefined) return "";
  // A message about the file itself ("docs: no such directory") already names it.
  if (about.line === undefined && about.message.includes(about.path)) return "";
  const parts = [sanitizeLine(showPath(about.path)), about.line, about.line === undefined ? undefined : about.column];
  return `${parts.filter((part) => part !== undefined).join(":")}: `;
}
