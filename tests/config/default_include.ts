import { KEYS } from "../../src/config/keys.ts";

const key = KEYS.find(({ path }) => path === "tree.*.include")!;

/** What a tree reads by default. The formats decide it. */
export const DEFAULT_INCLUDE: readonly string[] = "default" in key ? key.default as readonly string[] : [];
