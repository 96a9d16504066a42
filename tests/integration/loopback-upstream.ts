import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';

export interface Upstream {
  readonly origin: string;
  readonly port: number;
  /** Sockets that are open now. */
  readonly open: ReadonlySet<Socket>;
  /** Returns the number of sockets accepted so far. */
  accepted(): number;
  close(): Promise<void>;
}

/** Makes a server listen on loopback, on a free port unless one is given. */
export const listenOn = async (
  server: Server,
  protocol: 'http' | 'https' = 'http',
  port = 0,
): Promise<Upstream> => {
  const open = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `${protocol}://127.0.0.1:${bound}`,
    port: bound,
    open,
    accepted: () => accepted,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
};

/** Starts an HTTP server on loopback that answers through `handler`. */
export const startUpstream = (handler: http.RequestListener): Promise<Upstream> =>
  listenOn(http.createServer(handler));

/** Starts a bare TCP server, for responses that no HTTP library would write. */
export const startRawUpstream = (handler: (socket: Socket) => void, port = 0): Promise<Upstream> =>
  listenOn(net.createServer(handler), 'http', port);

/** Resolves once `condition` holds; fails after `limitMs`. */
export const until = async (condition: () => boolean, limitMs = 2_000): Promise<void> => {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error('condition not reached in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
