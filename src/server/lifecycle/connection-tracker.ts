import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Knows which connections of a server have a request under way. */
export interface ConnectionTracker {
  /** The number of requests under way. */
  active(): number;
  /**
   * Closes every connection without a request under way, now and as soon as its last answer is sent. Without it a
   * kept-alive connection would hold up the end of the server for its whole keep-alive time, and one that has never
   * sent a request for ever: Node stops checking its time-outs when a server closes.
   */
  closeIdle(): void;
  /** Destroys every connection; answers that are under way are cut. */
  destroyAll(): void;
}

/** Creates a tracker; it sees the connections that are opened from then on. */
export const trackConnections = (server: Server): ConnectionTracker => {
  const requests = new Map<Socket, number>();
  let isClosing = false;
  const closeIfIdle = (socket: Socket): void => {
    // The last bytes of an answer may still be on their way.
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
