import { deno } from "./deno.ts";

/** Whether ra is one file that Bun or Deno compiled, with the modules inside. */
export function isOneFile(): boolean {
  return deno?.build.standalone === true || /\/(?:\$bunfs|~BUN)\//.test(import.meta.url);
}
