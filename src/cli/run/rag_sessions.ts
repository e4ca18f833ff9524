/** `ra rag sessions` */
import { RaError } from "../../errors.ts";
import { formatJson } from "../../output/json.ts";
import { formatSession, formatSessions } from "../../output/text/answer_text.ts";
import { sessionsOf } from "../../generation/answer/answerer.ts";
import { ragConfigPath, readRagConfig } from "../../sources/config/rag_config.ts";
import { openPlaces } from "../../sources/places/rag_places.ts";
import type { RagSessionsFlags } from "../commands/rag_answer.ts";
import { inFormat } from "./in_format.ts";
import type { Invocation } from "../invocation.ts";

const VERBS = ["list", "show", "export", "delete"];

/** Throws `usage` and `unknown-session`. */
export function sessionsRag(
  invocation: Invocation,
  [verb, name]: [verb: string, name: string | undefined],
  flags: RagSessionsFlags,
): void {
  const { fs, directory, home = null, trust, palette, print } = invocation;
  if (!VERBS.includes(verb)) {
    throw new RaError("usage", `sessions: ${JSON.stringify(verb)} is not a verb`, {
      hint: `verbs: ${VERBS.join(", ")}`,
    });
  }
  const config = readRagConfig(fs, ragConfigPath(directory, flags.config), home);
  const sessions = sessionsOf(openPlaces(fs, config, home, trust).fs, config);
  if (verb === "list") {
    const list = { sessions: sessions.list(invocation.warn) };
    return print(inFormat(flags.format, { json: () => formatJson(list), text: () => formatSessions(list, palette) }));
  }
  if (name === undefined) {
    throw new RaError("usage", `sessions ${verb}: the name is missing`, { hint: "`ra rag sessions list` lists them" });
  }
  if (verb === "delete") return sessions.delete(name);
  const turns = { name, turns: sessions.require(name) };
  print(inFormat(flags.format, { json: () => formatJson(turns), text: () => formatSession(turns) }));
}
