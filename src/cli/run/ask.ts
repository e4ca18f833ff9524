/** `ra ask` */
import { openChat } from "../../answering/sessions/chat.ts";
import { openSessions } from "../../answering/sessions/session_store.ts";
import { createPlaces, realPlace } from "../../host/places.ts";
import type { SearchAnswer } from "../../shapes/search.ts";
import { joinPath } from "../../text/paths.ts";
import type { AskFlags } from "../commands/ask.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { sayWhatIsMissing } from "../missing_lists.ts";
import { converse } from "./converse.ts";
import { statedGeneration } from "./generation_flags.ts";

/** Throws what searching and generating throw. */
export async function ask(
  invocation: Invocation,
  [words]: [words: readonly string[]],
  flags: AskFlags,
): Promise<number> {
  const { session, history = Infinity, tree, limit, update } = flags;
  const generation = statedGeneration(flags);
  return await withWorkspace(invocation, flags, async (workspace) => {
    const { root } = workspace.config;
    const places = createPlaces(invocation.fs, {
      roots: [{ path: root, real: realPlace(invocation.fs, root) }],
      free: [],
    });
    const sessions = openSessions(places, joinPath(root, ".ra/sessions"));
    const chat = openChat<SearchAnswer>(
      (question, turns, { signal, onText, onPrompt, onFound }) =>
        workspace.ask(question, {
          turns,
          generation,
          update,
          trees: tree,
          limit,
          signal,
          onText,
          onPrompt,
          onFound,
        }),
      { sessions, session, history },
    );
    return await converse(chat, words, invocation, {
      ...flags,
      onFound: (found) => sayWhatIsMissing(invocation, found),
    });
  });
}
