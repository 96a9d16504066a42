import { once } from 'node:events';
import net, { type Socket } from 'node:net';

/** A line to a server that can be held still, as if the server had stopped, or cut, as if it were gone. */
export interface FlakyLine {
  readonly port: number;
  /** Lets nothing through any more; connections still open as usual. */
  freeze(): void;
  /** Ends all connections and takes none. */
  cut(): Promise<void>;
  /** Works again, for new connections. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

const openFlakyLine = async (to: net.NetConnectOpts): Promise<FlakyLine> => {
  const sockets = new Set<Socket>();
  let frozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    keep(near);
    if (frozen) return;
    const far = net.connect(to);
    keep(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as net.AddressInfo).port;
  };
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(0);
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    hangUp();
    await closed;
  };
  return {
    port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: stop,
    async mend() {
      frozen = false;
      hangUp();
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
};

/** The same database by way of a line. */
export const throughLine = (url: string, line: FlakyLine): string => {
  const { username, password, pathname } = new URL(url);
  return `postgres://${username}:${password}@127.0.0.1:${line.port}${pathname}`;
};

/** Makes a line to the server of a database, on a free port. */
export const lineTo = (url: string): Promise<FlakyLine> => {
  const host = decodeURIComponent(new URL(url).hostname);
  const port = Number(new URL(url).port || 5432);
  return openFlakyLine(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
};
