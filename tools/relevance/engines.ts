/** The builds of ra that a run compares. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What a measurement needs of a build's library. */
export type Library = Pick<typeof import("../../mod.ts"), "open">;

export interface Engine {
  readonly name: string;
  /** A checkout of ra, with its built core. */
  readonly checkout: string;
  /** Lines of `[search]` in the configuration. */
  readonly settings: readonly string[];
}

/** Reads `NAME=CHECKOUT` or `NAME=CHECKOUT,LINE,LINE…`. */
export function parseEngine(text: string): Engine | undefined {
  const [, name, checkout, lines = ""] = /^([^=]+)=([^,]+)(?:,(.*))?$/.exec(text) ?? [];
  if (name === undefined || checkout === undefined || !existsSync(join(checkout, "mod.ts"))) return undefined;
  return { name, checkout: resolve(checkout), settings: lines.split(",").filter((line) => line !== "") };
}

export async function loadLibrary({ checkout }: Engine): Promise<Library> {
  return await import(pathToFileURL(join(checkout, "mod.ts")).href) as Library;
}

/**
 * Identifies what a build indexes: a hash of its core and its sources. While somebody works on them, two builds with
 * the same version may index differently.
 */
export function buildHash({ checkout }: Engine): string {
  const hash = createHash("sha256").update(readFileSync(join(checkout, "wasm/pkg/ra_core_bg.wasm")));
  const sources = join(checkout, "src");
  for (const path of readdirSync(sources, { recursive: true, encoding: "utf8" }).sort()) {
    if (path.endsWith(".ts")) hash.update(path).update(readFileSync(join(sources, path)));
  }
  return hash.digest("hex").slice(0, 16);
}
