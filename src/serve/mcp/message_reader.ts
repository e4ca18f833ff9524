/** Reads the messages of a client from lines of JSON. Answers what is not a message, and goes on with the next line. */
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from "@modelcontextprotocol/server";

/** The most bytes of a message. A longer one is skipped without being kept. */
const MAX_MESSAGE_LENGTH = 10 * 1024 * 1024;

export interface MessageProblem {
  readonly code: number;
  readonly message: string;
  /** Null where the message does not tell. */
  readonly id: RequestId | null;
}

export interface MessageReader {
  push(piece: Uint8Array): void;
  /** Takes what came after the last line break as a line. */
  end(): void;
}

const LINE_BREAK = 10;

export function createMessageReader(
  { onMessage, onProblem, most = MAX_MESSAGE_LENGTH }: {
    readonly onMessage: (message: JSONRPCMessage) => void;
    readonly onProblem: (problem: MessageProblem) => void;
    readonly most?: number;
  },
): MessageReader {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > most) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const finish = (): void => {
    const text = joined(pieces);
    const isTooLong = length > most;
    pieces = [];
    length = 0;
    if (isTooLong) {
      onProblem({
        code: ProtocolErrorCode.InvalidRequest,
        message: `the message is too long: it may have at most ${most} bytes`,
        id: null,
      });
    } else if (text.trim() !== "") read(text);
  };
  const read = (text: string): void => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      onProblem({ code: ProtocolErrorCode.ParseError, message: "the line is not JSON", id: null });
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      if (!isAnswer(value)) onProblem(invalid(value));
      return;
    }
    onMessage(message);
  };

  return {
    push(piece) {
      let from = 0;
      for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, from)) {
        keep(piece.subarray(from, at));
        finish();
        from = at + 1;
      }
      keep(piece.subarray(from));
    },
    end: finish,
  };
}

function joined(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}

/** An answer to an answer could go round for ever. */
function isAnswer(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

function invalid(value: unknown): MessageProblem {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return {
    code: ProtocolErrorCode.InvalidRequest,
    message: Array.isArray(value)
      ? "send each message in a line of its own; an array is not a message"
      : 'this is not a message of JSON-RPC 2.0: it needs "jsonrpc": "2.0" and a "method", and "id" is a text or a whole number',
    id: typeof id === "string" || Number.isSafeInteger(id) ? id as RequestId : null,
  };
}
