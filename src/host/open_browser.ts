/** Opens an address in the user's browser. */
import { spawn } from "node:child_process";
import process from "node:process";
import { isPermitted } from "./permissions.ts";
import { environmentVariable, workingDirectory } from "./process.ts";
import { findProgram } from "./run_program.ts";

/** Returns false when there is no desktop, or no program that ra may run for it. Does not wait for the window. */
export function openBrowser(address: string): boolean {
  const [program, ...args] = process.platform === "darwin"
    ? ["open", address]
    : process.platform === "win32"
    ? ["rundll32", "url.dll,FileProtocolHandler", address]
    : ["xdg-open", address];
  if (program === undefined || !isPermitted({ name: "run", command: program })) return false;
  const hasDesktop = process.platform !== "linux" ||
    (environmentVariable("DISPLAY") ?? environmentVariable("WAYLAND_DISPLAY")) !== undefined;
  if (!hasDesktop) return false;
  // A bare name could start a program of the working directory.
  const file = findProgram(program, workingDirectory());
  if (file === undefined) return false;
  try {
    const child = spawn(file, args, { stdio: "ignore", detached: true });
    child.on("error", () => {});
    child.unref();
    return true;
  } catch {
    return false;
  }
}
