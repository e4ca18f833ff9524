/** Serves one client over standard input and output, until the client closes its end. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { after } from "../../host/clock.ts";
import { type HeldInput, holdStandardInput } from "../../host/held_input.ts";
import { createMessageReader } from "./message_reader.ts";
import type { McpAnswers } from "./answers.ts";
import type { AskedCall } from "../threads/call.ts";
import { createServer, type ServerOptions } from "./server.ts";

export interface StdioService {
  /** Resolves once the client is gone. */
  readonly ended: Promise<void>;
}

/** How long to wait for answers in progress when the client closes its end. Then they are dropped. */
const GRACE_MS = 30_000;

/**
 * `report` receives errors of the connection, and `onAnswer` is called after every answer. Standard output carries
 * only the protocol.
 */
export function serveStdio(
  answers: McpAnswers<AskedCall>,
  options: ServerOptions,
  report: (message: string) => void,
  onAnswer: () => void,
): StdioService {
  const input = holdStandardInput();
  const transport = new StdioServerTransport(input.stream);
  serve(() => createServer(answers, options, "stdio"), { transport, onerror: ({ message }) => report(message) });
  const reader = createMessageReader({
    onMessage: (message) => transport.onmessage?.(message),
    onProblem: ({ id, code, message }) =>
      input.reply(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`),
  });
  input.onPiece(reader.push);
  answerBeforeTheEnd(transport, input, reader.end, onAnswer);
  const closed = transport.onclose;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
  return { ended };
}

/** A client may write its requests and close its end at once (`echo … | ra mcp`). It still gets its answers. */
function answerBeforeTheEnd(
  transport: StdioServerTransport,
  input: HeldInput,
  readRest: () => void,
  onAnswer: () => void,
): void {
  const open = new Set<RequestId>();
  let isExhausted = false;
  const endWhenDone = (): void => {
    if (isExhausted && open.size === 0) input.end();
  };
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      open.delete(message.params?.["requestId"] as RequestId);
    }
    receive?.(message);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message: JSONRPCMessage) => {
    await send(message);
    if (isJSONRPCResponse(message) && message.id !== undefined) open.delete(message.id);
    endWhenDone();
    onAnswer();
  };
  input.onExhausted(() => {
    readRest();
    isExhausted = true;
    endWhenDone();
    const forget = after(GRACE_MS, input.end);
    input.stream.once("end", forget);
  });
}
