/** `ra trust`, for people. */
import type { TrustReport } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** Says what became of one configuration. */
export function formatTrust(report: TrustReport): string {
  const path = sanitizeLine(report.path);
  switch (report.state) {
    case "unneeded":
      return `${path} needs no trust: its trees lie inside its project, and it sends nothing elsewhere\n`;
    case "unknown":
      return `${path} was not trusted\n`;
    case "revoked":
      return `${path} is no longer trusted\n`;
    default:
      return [
        `trusted ${path}${report.other_owner ? ", which another user owns" : ""}\n`,
        ...report.trees.map(({ name, path }) => `  ${placeName(report, name)} may be ${sanitizeLine(path)}\n`),
        ...serviceLines(report),
      ].join("");
  }
}

/** Lists the trusted configurations, each with its trees outside the project. */
export function formatTrusted(reports: readonly TrustReport[], palette: Palette): string {
  if (reports.length === 0) return "nothing is trusted\n";
  return reports.map((report) => {
    const { state, path, other_owner, trees } = report;
    return [
      `${state === "trusted" ? state : palette.caution(state)}  ${sanitizeLine(path)}${
        other_owner ? palette.dim(" (of another user)") : ""
      }\n`,
      ...trees.map(({ name, path }) => `  ${placeName(report, name)}: ${sanitizeLine(path)}\n`),
      ...serviceLines(report),
    ].join("");
  }).join("");
}

/** A `.ra.toml` names trees. Other configurations name their fields. */
function placeName({ path }: TrustReport, name: string): string {
  return path.endsWith(".ra.toml") && !name.startsWith("generation.") ? `tree ${name}` : sanitizeLine(name);
}

function serviceLines({ services = [], hosts = [], limits = [] }: TrustReport): readonly string[] {
  return [
    ...services.flatMap(({ base_url, api_key_env }) => [
      `  the texts of documents and queries may be sent to ${sanitizeLine(base_url ?? "no address")}\n`,
      ...(api_key_env === null ? [] : [`  the value of ${sanitizeLine(api_key_env)} may be sent there\n`]),
    ]),
    ...hosts.map((host) => `  ${sanitizeLine(host)} may be reached, although its address is private\n`),
    ...limits.map((limit) => `  ${sanitizeLine(limit)} may be so large\n`),
  ];
}
