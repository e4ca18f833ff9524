/** `--format sarif`: prints issues as SARIF 2.1.0, which code hosts and editors read. */
import type { CheckIssue } from "../shapes/reports.ts";
import { isAbsolutePath } from "../text/paths.ts";
import { VERSION } from "../version.ts";
import { formatJson } from "./json.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Each code is a rule. Paths that are relative count from the root of the sources. */
export function formatSarif(issues: readonly CheckIssue[], showPath: (path: string) => string): string {
  const codes = [...new Set(issues.map(({ code }) => code))].sort();
  const ruleIndex = new Map(codes.map((code, at) => [code, at]));
  return formatJson({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{
      tool: { driver: { name: "ra", version: VERSION, rules: codes.map((id) => ({ id })) } },
      columnKind: "utf16CodeUnits",
      results: issues.map(({ level, code, message, path, line, places }) => ({
        ruleId: code,
        ruleIndex: ruleIndex.get(code),
        level,
        message: { text: message },
        locations: path === undefined ? [] : [{ physicalLocation: placeOf(showPath(path), line) }],
        ...places !== undefined && {
          relatedLocations: places.map((place) => ({
            physicalLocation: placeOf(showPath(place.path), place.line),
            message: { text: place.message },
          })),
        },
      })),
    }],
  });
}

function placeOf(path: string, line: number | undefined) {
  const artifactLocation = isAbsolutePath(path)
    ? { uri: `file://${path.startsWith("/") ? "" : "/"}${encoded(path)}` }
    : { uri: encoded(path), uriBaseId: "%SRCROOT%" };
  return { artifactLocation, ...(line === undefined ? {} : { region: { startLine: line } }) };
}

/** A first part with a colon would look like a scheme. */
function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
