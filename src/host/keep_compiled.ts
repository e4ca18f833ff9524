/** JavaScript that Node has compiled, kept from one process to the next. */

/**
 * Lets Node (22.1 or newer) keep what it compiles in its cache below the system's folder for temporary files, or where
 * `NODE_COMPILE_CACHE` says. It concerns modules that are loaded afterwards; where nothing can be written nothing
 * happens.
 */
export function keepCompiled(): void {
  const { process } = globalThis as { readonly process?: Pick<NodeJS.Process, "versions" | "getBuiltinModule"> };
  const { deno, bun } = (process?.versions ?? {}) as Readonly<Record<string, string | undefined>>;
  if (deno !== undefined || bun !== undefined) return; // they have their own way
  const module = process?.getBuiltinModule?.("node:module") as
    | { readonly enableCompileCache?: () => unknown }
    | undefined;
  module?.enableCompileCache?.();
}
