/** Asks the server questions. Of each kind, only the latest question gets its answer. */
import type { ShownProblem } from "../html/problem_html.ts";

export type PageReply<T> = { readonly value: T } | { readonly problem: ShownProblem };

/** Whether the query could not be read. */
export function isUnreadable(reply: PageReply<unknown> | undefined): boolean {
  return reply !== undefined && "problem" in reply && reply.problem.code === "query-syntax";
}

export interface Asker {
  /**
   * Resolves to undefined if another question of this kind was asked meanwhile, because a late answer must never
   * appear.
   */
  ask<T>(kind: string, address: string): Promise<PageReply<T> | undefined>;
  forget(kind: string): void;
}

export function createAsker(): Asker {
  const running = new Map<string, AbortController>();
  return {
    async ask<T>(kind: string, address: string) {
      running.get(kind)?.abort();
      const mine = new AbortController();
      running.set(kind, mine);
      let reply: PageReply<T>;
      try {
        const response = await fetch(address, { signal: mine.signal });
        const answer = await response.json() as T & { readonly error?: ShownProblem };
        reply = response.ok
          ? { value: answer }
          : { problem: answer.error ?? { message: `the server answered ${response.status}` } };
      } catch {
        reply = { problem: { message: "the server does not answer", hint: "start it again with `ra serve`" } };
      }
      return running.get(kind) === mine ? reply : undefined;
    },
    forget(kind) {
      running.get(kind)?.abort();
      running.delete(kind);
    },
  };
}
