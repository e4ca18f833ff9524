/** Sends bytes to a server as they are, to test what no client library would send. */
import { connect, type Socket } from "node:net";

export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with all that the server sent once it closed the connection. */
  readonly closed: Promise<string>;
}

export function openRaw(port: number, bytes = ""): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    let told = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (bytes !== "") socket.write(bytes);
      resolve({ socket, closed });
    });
    const closed = new Promise<string>((done) => socket.once("close", () => done(told)));
    socket.setEncoding("latin1").on("data", (piece: string) => (told += piece));
    socket.on("error", reject);
  });
}

/** Sends a request of these lines and returns the status of the answer. */
export async function statusOf(port: number, lines: readonly string[]): Promise<number> {
  const { closed } = await openRaw(port, [...lines, "Connection: close", "", ""].join("\r\n"));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await closed)?.[1] ?? 0);
}
