/** Turns errors into answers that say how to recover. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { RaError, type RaErrorCode } from "../../../errors.ts";
import { createPalette } from "../../../output/terminal/color.ts";
import { DATA_FOLLOWS } from "../quoting.ts";
import { formatError } from "../../../output/text/diagnostic_text.ts";

/** What an agent can do. The hints of errors address people at a terminal. */
const RECOVERY: Readonly<Partial<Record<RaErrorCode, string>>> = {
  "query-syntax": "Correct the query and call again. Put literal text into double quotes.",
  "query-empty": "Name words to look for. A query that only excludes words finds nothing.",
  "unknown-id":
    "Use a complete id from search, context or list_sources: tree:path or tree:path#section. Call search to find it.",
  "unknown-file": "Paths are relative to the project, or absolute inside it.",
  "too-expensive": "Ask with fewer or rarer words, for fewer results, or one topic at a time.",
  "busy": "Wait for the answer of an earlier call, then call again.",
  "index-locked": "Another process is updating the index. Call again in a few seconds.",
  "config-untrusted":
    "Ask the user to read the configuration and to run `ra trust` in its folder, if they trust it. Do not run it yourself.",
  "config-syntax":
    "Ask the user to mend the configuration, or mend it if that is your task; then call again, there is no need to restart.",
  "config-key":
    "Ask the user to mend the configuration, or mend it if that is your task; then call again, there is no need to restart.",
  "config-value":
    "Ask the user to mend the configuration, or mend it if that is your task; then call again, there is no need to restart.",
};
/** Matches hints that name commands of a terminal. Agents do not see these. */
const SPOKEN_AT_A_TERMINAL = /`ra (?!init)|--[a-z]/;

/** Matches the codes of errors that name nothing from files. The others can. */
const ABOUT_THE_CALL = /^(?:usage|query-.*|interrupted|config-missing)$/;

export function toolError(error: unknown): CallToolResult {
  return { isError: true, content: errorBlocks(error).map((text) => ({ type: "text", text })) };
}

/** The same as one text, for errors that are not the answer of a tool. */
export function errorText(error: unknown): string {
  return errorBlocks(error).join("\n");
}

/** Explains an error: place and problem, a caret, a hint, what to do. Names from files stand in a block apart. */
function errorBlocks(error: unknown): readonly string[] {
  const known = asRaError(error);
  const { code, message, path, line, column, hint } = known;
  const kept = hint === undefined || SPOKEN_AT_A_TERMINAL.test(hint) ? {} : { hint };
  const text = formatError(new RaError(code, message, { path, line, column, ...kept }), createPalette(false)).replace(
    /^ra: /,
    "",
  );
  const recovery = RECOVERY[code];
  if (ABOUT_THE_CALL.test(code)) return [recovery === undefined ? text.trimEnd() : `${text}${recovery}`];
  return [`This call failed.${recovery === undefined ? "" : ` ${recovery}`}\n${DATA_FOLLOWS}`, text.trimEnd()];
}

export function asRaError(error: unknown): RaError {
  if (error instanceof RaError) return error;
  const what = error instanceof Error ? error.message : String(error);
  return new RaError("engine", `something unexpected went wrong: ${what}`);
}
