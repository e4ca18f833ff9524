/** Sessions over HTTP that live between requests. */
import { nowMs } from "../../host/clock.ts";

export interface Session {
  /** Ends the session; called once. */
  close(): void;
}

export interface Sessions<S extends Session> {
  /** Keeps a session. When there are too many, it closes the one that was quiet for longest. */
  add(id: string, session: S): void;
  /** Finds a session, and counts this as a sign of life. */
  find(id: string): S | undefined;
  /** Forgets a session without closing it. */
  remove(id: string): void;
  closeAll(): void;
}

export function createSessions<S extends Session>(
  { most, quietMs, now = nowMs }: { readonly most: number; readonly quietMs: number; now?: () => number },
): Sessions<S> {
  /** In the order of the last sign of life, oldest first. */
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
