import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { StalledClientMonitor } from './stalled-clients.ts';

/** Ties a counted connection to its end, and resets one above the limit. Returns whether it may stay. */
const settle = (socket: Socket, release: (() => void) | null): boolean => {
  if (release === null) {
    // A reset leaves no socket in TIME_WAIT; a flood would leave thousands.
    socket.resetAndDestroy();
    return false;
  }
  if (socket.closed) release();
  else socket.once('close', release);
  return true;
};

/**
 * Applies the connection limit before the server's own connection handler, so that a refused connection does not cost
 * an HTTP parser. Accepted connections are tracked for clients that do not read.
 */
export const limitConnections = (
  server: Server,
  connections: TrafficLimits['connections'],
  stalledClients: StalledClientMonitor,
): void => {
  const handlers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // The address is missing when the client has reset the connection before it was accepted.
    const opened = connections.open(socket.remoteAddress ?? '');
    // Where the primary counts, the connection is served until the answer is here a moment later.
    if (opened instanceof Promise) void opened.then((release) => settle(socket, release));
    else if (!settle(socket, opened)) return;
    stalledClients.track(socket);
    for (const handle of handlers) handle.call(server, socket);
  });
};

/** More than one, because the next request may arrive while the server still finishes the last response. */
const UNANSWERED_MAX = 4;

/**
 * Limits the unanswered requests of one connection; a connection above the limit is reset. The HTTP parser emits all
 * requests of one read at once, possibly more than a thousand, and delays every other visitor until they are handled.
 * Browsers and common proxies send the next request after the response.
 */
export const limitPipelining = (server: Server): void => {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  const unanswered = new WeakMap<Socket, number>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = unanswered.get(socket) ?? 0;
    if (count >= UNANSWERED_MAX) {
      // The parser still emits the requests it has read; they end here too.
      socket.resetAndDestroy();
      return;
    }
    unanswered.set(socket, count + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
};
