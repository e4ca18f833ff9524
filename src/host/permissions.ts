/**
 * Checks Deno's permissions before anything needs them, so that the terminal never shows a prompt. Other runtimes
 * permit everything.
 */

type Descriptor =
  | { readonly name: "read" | "write"; readonly path?: string }
  | { readonly name: "env"; readonly variable?: string }
  | { readonly name: "sys"; readonly kind: string }
  | { readonly name: "run"; readonly command?: string }
  | { readonly name: "ffi"; readonly path?: string };

interface DenoPermissions {
  querySync(descriptor: Descriptor): { readonly state: string; readonly partial?: boolean };
}

const permissions = (globalThis as { Deno?: { permissions?: DenoPermissions } }).Deno?.permissions;
const whole = new Map<string, boolean>();

/** Whether the runtime permits this without asking the user. */
export function isPermitted(descriptor: Descriptor): boolean {
  if (permissions === undefined) return true;
  try {
    if (descriptor.name === "sys" || descriptor.name === "run") {
      return permissions.querySync(descriptor).state === "granted";
    }
    let everything = whole.get(descriptor.name);
    if (everything === undefined) {
      const status = permissions.querySync({ name: descriptor.name });
      everything = status.state === "granted" && status.partial !== true;
      whole.set(descriptor.name, everything);
    }
    return everything || permissions.querySync(descriptor).state === "granted";
  } catch {
    return false; // the path contains NUL, or the name is unknown
  }
}
