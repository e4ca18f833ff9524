/** Services that never end, or send what no answer is. Each reply writes until the other side goes away. */
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Reply } from "./scripted_endpoint.ts";

/** How many bytes each reply has written. */
export interface Sent {
  bytes: number;
}

export const contentEvent = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

/** Writes the piece as fast as it is taken. The first one is `head`. */
export const endless = (piece: string, head = "", type = "text/event-stream", sent: Sent = { bytes: 0 }): Reply => {
  const block = Buffer.from(piece.repeat(Math.ceil(16_384 / piece.length)));
  return async (response) => {
    response.writeHead(200, { "content-type": type });
    response.write(head);
    while (isOpen(response)) {
      sent.bytes += block.length;
      if (!response.write(block)) await once(response);
    }
  };
};

/** Writes the piece again and again after so many milliseconds. */
export const drips = (piece: string, everyMs: number, head = ""): Reply => async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(head);
  while (isOpen(response)) {
    response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};

/** So many bytes of events in few bytes. */
export const packed = (bytes: number): Reply => {
  const zipped = gzipSync(contentEvent("word ".repeat(200)).repeat(Math.ceil(bytes / 1100)));
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
    response.end(zipped);
  };
};

function isOpen(response: ServerResponse): boolean {
  return !response.destroyed && response.socket?.destroyed !== true;
}

function once(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
