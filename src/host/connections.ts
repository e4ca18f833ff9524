/** The open connections of a server. If there are too many, the one that is idle longest makes room. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Who sends a request: a connection from an address. */
export interface Connection {
  /** Unique while the server runs. */
  readonly id: string;
  /** The address of the other machine; empty when it is unknown. */
  readonly address: string;
  /**
   * The machine whose turn a request takes: all its connections and sessions are one client. Undefined for this
   * machine, whose programs share an address, so that each connection or session is a client.
   */
  readonly client: string | undefined;
}

/** The most connections that can be open. */
const MAX_CONNECTIONS = 1024;
/**
 * The most connections from one address of the network. All programs of this machine share the address of loopback, so
 * only the limit above holds for them.
 */
const MAX_OF_ADDRESS = 256;

/** The most requests of a connection that are open. Browsers send one after the other. */
const MAX_REQUESTS = 32;

interface OpenConnection extends Connection {
  readonly socket: Socket;
  /** The requests that are not answered yet, whole or not. */
  readonly requests: Set<ServerResponse>;
  /** The answers under way. */
  readonly answers: Set<ServerResponse>;
}

export interface Connections {
  /** Takes a new connection. Ends an idle one if there are too many, or the new one if none is idle. */
  add(socket: Socket): void;
  /**
   * Counts a request. Ends the connection and returns undefined if it has too many: only a client that does not wait
   * for answers has.
   */
  begin(request: IncomingMessage, response: ServerResponse): Connection | undefined;
  /** Marks a connection as busy until its answer is complete. Call it once the request has arrived as a whole. */
  busy(request: IncomingMessage, response: ServerResponse): void;
}

export function createConnections(
  { most = MAX_CONNECTIONS, mostOfAddress = MAX_OF_ADDRESS }: {
    readonly most?: number;
    readonly mostOfAddress?: number;
  } = {},
): Connections {
  /** Ordered by the last activity, oldest first. */
  const open = new Map<Socket, OpenConnection>();
  let opened = 0;

  const add = (socket: Socket): OpenConnection => {
    const found = open.get(socket);
    if (found !== undefined) return found;
    const address = socket.remoteAddress ?? "";
    const isShared = address === "" || isLoopbackAddress(address);
    const id = String(++opened);
    const client = isShared ? undefined : address;
    const added: OpenConnection = { id, address, client, socket, requests: new Set(), answers: new Set() };
    const ofAddress = isShared ? [] : [...open.values()].filter((each) => each.address === address);
    const crowd = ofAddress.length >= mostOfAddress ? ofAddress : open.size >= most ? [...open.values()] : undefined;
    open.set(socket, added);
    socket.once("close", () => open.delete(socket));
    if (crowd !== undefined) {
      const dropped = crowd.find(isIdle) ?? added;
      open.delete(dropped.socket);
      dropped.socket.destroy();
    }
    return added;
  };

  return {
    add: (socket) => void add(socket),
    begin({ socket }, response) {
      const found = add(socket);
      if (found.requests.size >= MAX_REQUESTS) {
        socket.destroy();
        return undefined;
      }
      found.requests.add(response);
      response.once("close", () => found.requests.delete(response));
      return found;
    },
    busy({ socket }, response) {
      const { answers } = add(socket);
      answers.add(response);
      response.once("close", () => {
        answers.delete(response);
        const found = open.get(socket);
        if (found === undefined) return;
        open.delete(socket);
        open.set(socket, found);
      });
    },
  };
}

/** A client that does not read its answer is idle, too. */
function isIdle({ answers }: OpenConnection): boolean {
  return [...answers].every((answer) => answer.writableEnded);
}

function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}
