/** What answers are made with: they go through JSON unchanged, so a key without a value is absent. */

/** `T`, whose optional keys may also hold undefined. */
type WithUndefined<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

/** Leaves out the keys that hold undefined. */
export function withoutUndefined<T extends object>(fields: WithUndefined<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
