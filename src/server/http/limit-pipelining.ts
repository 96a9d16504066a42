import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than one: the next request may come while the server still finishes the last answer. */
const UNANSWERED_MAX = 4;

/**
 * Limits the requests of one connection that wait for their answers; a connection above the limit is reset. The parser
 * passes on all requests of one read at once, more than a thousand, and every other visitor waits until they are handled.
 * Browsers and the usual proxies send the next request after the answer.
 */
export const limitPipelining = (server: Server): void => {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  const unanswered = new WeakMap<Socket, number>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = unanswered.get(socket) ?? 0;
    if (count >= UNANSWERED_MAX) {
      // The parser goes on with what it has read: these requests are not handled either.
      socket.resetAndDestroy();
      return;
    }
    unanswered.set(socket, count + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
};
