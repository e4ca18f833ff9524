/** `--format github`: prints annotations for the log of GitHub Actions. */
import type { CheckIssue } from "../../shapes/reports.ts";

const COMMANDS: Readonly<Record<CheckIssue["level"], string>> = { error: "error", warning: "warning", note: "notice" };

/** One line for each issue. GitHub shows them at the lines of a pull request. Paths count from the repository. */
export function formatAnnotations(issues: readonly CheckIssue[], showPath: (path: string) => string): string {
  return issues.map(({ level, code, message, path, line }) => {
    const where = path === undefined
      ? []
      : [`file=${property(showPath(path))}`, ...line === undefined ? [] : [`line=${line}`]];
    return `::${COMMANDS[level]} ${[...where, `title=${property(code)}`].join(",")}::${data(message)}\n`;
  }).join("");
}

/** GitHub decodes these, and its commands end with the line. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
