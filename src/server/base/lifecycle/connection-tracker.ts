import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Tracks which connections of a server have a request under way. */
export interface ConnectionTracker {
  /** Returns the number of requests under way. */
  active(): number;
  /**
   * Closes idle connections now and the others as soon as their last response is sent. Without this, a keep-alive
   * connection would delay the end of the server for its whole keep-alive time, and a connection that has never sent a
   * request would delay it forever: Node stops checking its time-outs when a server closes.
   */
  closeIdle(): void;
  /** Destroys every connection, which cuts responses under way. */
  destroyAll(): void;
}

/** Creates a tracker for the connections that are opened from now on. */
export const trackConnections = (server: Server): ConnectionTracker => {
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const closeIfIdle = (socket: Socket): void => {
    // The last bytes of a response may still be unsent; `destroySoon` sends them first.
    if (isClosing && requests.get(socket) === 0) socket.destroySoon();
  };
  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
    closeIfIdle(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const count = requests.get(socket);
    if (count === undefined) return;
    requests.set(socket, count + 1);
    response.once('close', () => {
      const left = requests.get(socket);
      if (left === undefined) return;
      requests.set(socket, left - 1);
      closeIfIdle(socket);
    });
  });
  return {
    active: () => [...requests.values()].reduce((sum, count) => sum + count, 0),
    closeIdle() {
      isClosing = true;
      for (const socket of requests.keys()) closeIfIdle(socket);
    },
    destroyAll() {
      for (const socket of requests.keys()) socket.destroy();
    },
  };
};
