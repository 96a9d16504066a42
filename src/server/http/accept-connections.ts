import type { Server, Socket } from 'node:net';
import type { ConnectionCounter } from '../limits/connection-counter.ts';
import type { StalledClientMonitor } from './stalled-clients.ts';

/**
 * Applies the connection limit before the server's own connection handler, so that a refused connection does not cost
 * an HTTP parser. Accepted connections are tracked for clients that do not read.
 */
export const limitConnections = (
  server: Server,
  connections: ConnectionCounter,
  stalledClients: StalledClientMonitor,
): void => {
  const handlers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // The address is missing when the client has reset the connection before it was accepted.
    const release = connections.open(socket.remoteAddress ?? '');
    if (release === null) {
      // A reset leaves no socket in TIME_WAIT; a flood would leave thousands.
      socket.resetAndDestroy();
      return;
    }
    socket.once('close', release);
    stalledClients.track(socket);
    for (const handle of handlers) handle.call(server, socket);
  });
};
