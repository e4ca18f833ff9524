/** `ra mcp --http` as a child process. */
import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { childEnvironment, commandLine } from "../cli/run_ra.ts";

export interface HttpService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  stderr(): string;
  /** Presses Ctrl-C; the exit code, or the signal. */
  stop(): Promise<number | string | null>;
}

/** Under Deno the server may listen on loopback, and reach nothing else. */
export async function startHttp(directory: string, args: readonly string[] = []): Promise<HttpService> {
  const { command, args: before } = commandLine([directory]);
  const permitted = before.map((word) => (word === "--deny-net" ? "--allow-net=127.0.0.1" : word));
  const child = spawn(command, [...permitted, "mcp", "--http", "0", ...args], {
    cwd: directory, env: childEnvironment(join(directory, "no-home")), stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let printed = "";
  let hasEnded = false;
  const ended = new Promise<number | string | null>((resolve) => child.on("close", (code, signal) => {
    hasEnded = true;
    resolve(code ?? signal);
  }));
  child.stdout.on("data", (piece) => (printed += String(piece)));
  child.stderr.on("data", (piece) => (said += String(piece)));
  const deadline = Date.now() + 30_000;
  let found: RegExpExecArray | null = null;
  while (found === null) {
    if (hasEnded || Date.now() > deadline) throw new Error(`no server: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = /MCP at (http:\/\/127\.0\.0\.1:(\d+))\/mcp/.exec(said);
  }
  return {
    url: found[1]!,
    port: Number(found[2]),
    stderr: () => said,
    stop() {
      if (child.pid !== undefined && !hasEnded) process.kill(child.pid, "SIGINT");
      return ended.then((code) => (printed === "" ? code : `printed ${printed}`));
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** A request with headers that `fetch` would not let through. */
export function ask(port: number, options: { readonly path?: string; readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }): Promise<Answered> {
  const { path = "/mcp", method = "POST", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers } }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
