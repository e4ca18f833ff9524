/** Keys that have a new name. The old one still works for one version, with a warning. */
import type { Key, KeyValue } from "./key.ts";

export interface RenamedKey {
  /** What the old key takes. */
  readonly old: Pick<Key, "path" | "type" | "meaning">;
  /** The path of the new key. */
  readonly path: string;
  /** The value of the new key that means the same. */
  readonly valueFor: (value: KeyValue) => KeyValue;
}

const RENAMED: readonly RenamedKey[] = [{
  old: { path: "search.relax", type: "boolean", meaning: "Whether sections may lack some of the words." },
  path: "search.match",
  valueFor: (value) => (value === false ? "all" : "any"),
}];

/** Finds the key by its old path. Returns undefined for any other path. */
export function renamedKey(path: string): RenamedKey | undefined {
  return RENAMED.find(({ old }) => old.path === path);
}
