import { once } from 'node:events';
import net, { type Socket } from 'node:net';

/** A TCP proxy in front of a server, which can freeze (as if the server had stopped) or be cut (as if it were gone). */
export interface FlakyProxy {
  readonly port: number;
  /** Stops forwarding data. Connections still open as usual. */
  freeze(): void;
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Forwards again, for new connections. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const startFlakyProxy = async (to: net.NetConnectOpts): Promise<FlakyProxy> => {
  const sockets = new Set<Socket>();
  let frozen = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    track(near);
    if (frozen) return;
    const far = net.connect(to);
    track(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as net.AddressInfo).port;
  };
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(0);
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    closeSockets();
    await closed;
  };
  return {
    port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: stop,
    async restore() {
      frozen = false;
      closeSockets();
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
};

/** Returns the database URL with the proxy's address in place of the server's. */
export const urlThroughProxy = (url: string, line: FlakyProxy): string => {
  const { username, password, pathname } = new URL(url);
  return `postgres://${username}:${password}@127.0.0.1:${line.port}${pathname}`;
};

/** Starts a proxy to a database's server on a free port. */
export const createFlakyProxy = (url: string): Promise<FlakyProxy> => {
  const host = decodeURIComponent(new URL(url).hostname);
  const port = Number(new URL(url).port || 5432);
  return startFlakyProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
};
