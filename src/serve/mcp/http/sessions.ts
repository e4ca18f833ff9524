/** Keeps HTTP sessions between requests. */
import { nowMs } from "../../../host/clock.ts";

export interface HttpSession {
  /** Ends the session. Called once. */
  close(): void;
}

export interface Sessions<S extends HttpSession> {
  /** Keeps a session. If there are too many, closes the one that was idle longest. */
  add(id: string, session: S): void;
  /** Finds a session and marks it as active. */
  find(id: string): S | undefined;
  /** Forgets a session without closing it. */
  remove(id: string): void;
  closeAll(): void;
}

export function createSessions<S extends HttpSession>(
  { most, quietMs, now = nowMs }: { readonly most: number; readonly quietMs: number; now?: () => number },
): Sessions<S> {
  /** Ordered by last activity, oldest first. */
  const kept = new Map<string, { readonly session: S; readonly seen: number }>();
  const drop = (id: string): void => {
    const found = kept.get(id);
    kept.delete(id);
    found?.session.close();
  };
  return {
    add(id, session) {
      for (const [old, { seen }] of kept) if (now() - seen > quietMs || kept.size >= most) drop(old);
      kept.set(id, { session, seen: now() });
    },
    find(id) {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      kept.delete(id);
      kept.set(id, { session: found.session, seen: now() });
      return found.session;
    },
    remove: (id) => void kept.delete(id),
    closeAll() {
      for (const id of [...kept.keys()]) drop(id);
    },
  };
}
