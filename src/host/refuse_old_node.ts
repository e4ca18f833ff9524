/** Refuses a Node that is too old, before anything of the program is loaded that it would stumble over. */

/**
 * For a program of its own: says what is needed and ends the process (exit code 1). Elsewhere than in an old Node
 * nothing happens.
 */
export function refuseOldNode(): void {
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  // It came with Node 20.16 and 22.3, and is how the bundle asks for all of Node's modules; Deno and Bun have it too.
  if (process === undefined || typeof process.getBuiltinModule === "function") return;
  process.stderr.write(
    `ra: Node ${process.versions.node} is too old: ra needs Node 20.19, or 22.3 and later\n  hint: https://nodejs.org has newer ones; Deno 2 and Bun 1 run ra as well\n`,
  );
  process.exit(1);
}
