import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** Credentials that the proxy requires. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface MockProxyOptions {
  readonly credentials?: Credentials;
  /** Port on this machine that every accepted connection leads to, whatever host it names. */
  readonly target: number;
  /** Refuses connections to these hosts: 403 or "not allowed". */
  readonly refuses?: (host: string) => boolean;
}

export interface MockProxy {
  readonly port: number;
  /** Destinations of the accepted connections as `host:port`, in order. */
  readonly destinations: readonly string[];
  /** Number of handshakes with wrong or missing credentials. */
  rejected(): number;
  /** Number of bytes sent to clients through accepted connections. */
  bytes(): number;
  close(): Promise<void>;
}

/** Reads exact numbers of bytes from a socket. */
const createByteReader = (socket: Socket) => {
  let buffered = Buffer.alloc(0);
  const waiting: (() => void)[] = [];
  const onData = (chunk: Buffer): void => {
    buffered = Buffer.concat([buffered, chunk]);
    waiting.shift()?.();
  };
  socket.on('data', onData);
  const more = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push(resolve);
      socket.once('close', () => reject(new Error('the client left')));
    });
  return {
    async read(size: number): Promise<Buffer> {
      while (buffered.length < size) await more();
      const bytes = buffered.subarray(0, size);
      buffered = buffered.subarray(size);
      return bytes;
    },
    async readHead(): Promise<string> {
      while (!buffered.includes('\r\n\r\n')) await more();
      const end = buffered.indexOf('\r\n\r\n') + 4;
      const head = buffered.subarray(0, end).toString('latin1');
      buffered = buffered.subarray(end);
      return head;
    },
    /** Stops reading and returns what has arrived beyond. */
    release(): Buffer {
      socket.off('data', onData);
      socket.pause();
      return buffered;
    },
  };
};

type Handshake = (
  socket: Socket,
  reader: ReturnType<typeof createByteReader>,
  options: MockProxyOptions,
) => Promise<{ readonly destination: string; readonly accept: Buffer } | 'refused' | 'unauthorized'>;

const byHttp: Handshake = async (socket, reader, { credentials, refuses }) => {
  const head = await reader.readHead();
  const destination = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1] ?? '';
  const sent = /^proxy-authorization: Basic (\S+)\r$/im.exec(head)?.[1] ?? '';
  const expected = credentials && `${credentials.user}:${credentials.password}`;
  if (expected !== undefined && Buffer.from(sent, 'base64').toString() !== expected) {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    return 'unauthorized';
  }
  if (refuses?.(destination.replace(/:\d+$/, '')) === true) {
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    return 'refused';
  }
  return { destination, accept: Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n') };
};

const SOCKS_REPLY_END = [0, 1, 0, 0, 0, 0, 0, 0];

/** Plays the server's side of RFC 1928, and of RFC 1929 if credentials are required. */
const bySocks: Handshake = async (socket, reader, { credentials, refuses }) => {
  const [, methods = 0] = await reader.read(2);
  const offered = await reader.read(methods);
  const method = credentials === undefined ? 0 : 2;
  if (!offered.includes(method)) {
    socket.end(Buffer.from([5, 255]));
    return 'unauthorized';
  }
  socket.write(Buffer.from([5, method]));
  if (credentials !== undefined) {
    const [, userLength = 0] = await reader.read(2);
    const user = (await reader.read(userLength)).toString();
    const [passwordLength = 0] = await reader.read(1);
    const password = (await reader.read(passwordLength)).toString();
    if (user !== credentials.user || password !== credentials.password) {
      socket.end(Buffer.from([1, 1]));
      return 'unauthorized';
    }
    socket.write(Buffer.from([1, 0]));
  }
  const [, , , kind] = await reader.read(4);
  let host: string;
  if (kind === 3) {
    const [length = 0] = await reader.read(1);
    host = (await reader.read(length)).toString();
  } else host = [...(await reader.read(kind === 1 ? 4 : 16))].join('.');
  const port = (await reader.read(2)).readUInt16BE();
  if (refuses?.(host) === true) {
    socket.end(Buffer.from([5, 2, ...SOCKS_REPLY_END]));
    return 'refused';
  }
  return { destination: `${host}:${port}`, accept: Buffer.from([5, 0, ...SOCKS_REPLY_END]) };
};

/** Starts a proxy on loopback that speaks HTTP CONNECT or SOCKS5. */
export const startMockProxy = async (
  kind: 'http' | 'socks5',
  options: MockProxyOptions,
): Promise<MockProxy> => {
  const destinations: string[] = [];
  const sockets = new Set<Socket>();
  let rejected = 0;
  let bytes = 0;

  const serve = async (socket: Socket): Promise<void> => {
    const reader = createByteReader(socket);
    const result = await (kind === 'http' ? byHttp : bySocks)(socket, reader, options);
    if (result === 'unauthorized') rejected += 1;
    if (typeof result === 'string') return;
    destinations.push(result.destination);
    const early = reader.release();
    const upstream = net.connect(options.target, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => sockets.delete(upstream));
    socket.on('close', () => upstream.destroy());
    upstream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(upstream, 'connect');
    socket.write(result.accept);
    upstream.write(early);
    socket.pipe(upstream).pipe(socket);
  };

  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    // A client that leaves during the handshake ends it.
    serve(socket).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    destinations,
    rejected: () => rejected,
    bytes: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
};
