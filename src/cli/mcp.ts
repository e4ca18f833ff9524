/** `ra mcp` */
import { onExit } from "../host/process.ts";
import { sanitiseLine } from "../output/sanitise.ts";
import { createProject } from "../mcp/project.ts";
import { serveStdio } from "../mcp/serve_stdio.ts";
import type { Session } from "./session.ts";

export interface McpFlags {
  /** Seconds. */
  readonly lockTimeout?: number | undefined;
}

/** Ends when the client closes its end, or with the process. */
export async function mcp(session: Session, { lockTimeout }: McpFlags): Promise<void> {
  const project = createProject({
    directory: session.directory,
    home: session.home,
    fs: session.fs,
    lockTimeout: lockTimeout === undefined ? undefined : lockTimeout * 1000,
    warn: session.warn,
  });
  const forget = onExit(project.close);
  try {
    await serveStdio(project, (message) => session.warn({ code: "mcp", message: sanitiseLine(message) })).ended;
  } finally {
    forget();
    project.close();
  }
}
