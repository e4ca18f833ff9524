/** Serves one client over standard input and output, until it closes its end. */
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Project } from "./project.ts";
import { createServer } from "./server.ts";

export interface StdioService {
  /** Settles once the client is gone. */
  readonly ended: Promise<void>;
}

/** `report` hears what went wrong on the connection; nothing but protocol is written to standard output. */
export function serveStdio(project: Project, report: (message: string) => void): StdioService {
  const transport = new StdioServerTransport();
  serve(() => createServer(project), { transport, onerror: ({ message }) => report(message) });
  const closed = transport.onclose;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
  return { ended };
}
