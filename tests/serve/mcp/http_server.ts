/** Runs `ra mcp --http` as a child process. */
import { request } from "node:http";
import { type Ending, startRa } from "../../cli/running_ra.ts";

export interface HttpService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  stderr(): string;
  /** Presses Ctrl-C and returns the exit code, or the signal. */
  stop(): Promise<Ending>;
}

export async function startHttp(directory: string, args: readonly string[] = []): Promise<HttpService> {
  const running = startRa(["mcp", "--structured", "--http", "0", ...args], directory, { listens: true });
  const address = (): RegExpExecArray | null => /MCP at (http:\/\/127\.0\.0\.1:(\d+))\/mcp/.exec(running.stderr());
  await running.until(() => address() !== null, "no server");
  const [, url, port] = address()!;
  return {
    url: url!,
    port: Number(port),
    stderr: running.stderr,
    stop: () =>
      running.signal("SIGINT").then((code) => (running.stdout() === "" ? code : `printed ${running.stdout()}`)),
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Sends a request with headers that `fetch` would refuse. */
export function ask(
  port: number,
  options: {
    readonly path?: string;
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  },
): Promise<Answered> {
  const { path = "/mcp", method = "POST", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
