/** A server with git's own program for the protocol, which gives only what branches and tags name. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface GitServer {
  /** Without a path. */
  readonly address: string;
  /** Method, address and credentials of each request. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** What lies below `/private/` asks for a password, and `/moved/` leads to the address without it. */
export async function startGitServer(root: string): Promise<GitServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, "http://localhost");
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim());
    if (pathname.startsWith("/private/")) {
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
    }
    if (pathname.startsWith("/moved/")) {
      return void response.writeHead(302, { location: `${pathname.slice("/moved".length)}${search}` }).end();
    }
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env["PATH"],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.once("close", () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf("\r\n\r\n");
      const headers = Object.fromEntries(
        output.subarray(0, end).toString().split("\r\n").map((line) => line.split(": ", 2) as [string, string]),
      );
      const status = Number.parseInt(headers["Status"] ?? "200");
      delete headers["Status"];
      response.writeHead(status, headers).end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function withGitServer(
  root: string,
  use: (address: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  const { address, asked, close } = await startGitServer(root);
  try {
    await use(address, asked);
  } finally {
    await close();
  }
}
