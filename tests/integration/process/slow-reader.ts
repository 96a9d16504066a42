import { createHash } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

export interface SlowDownload {
  /** Number of body bytes read so far. */
  received(): number;
  /** Resolves when the connection has closed. */
  readonly done: Promise<{ readonly sha256: string; readonly bytes: number; readonly lastByteAt: number }>;
}

const HEAD_END = '\r\n\r\n';

/**
 * Reads one response on its own keep-alive connection, at `bytesPerSecond` at most, so that the rest of the response
 * waits in the server.
 */
export const downloadSlowly = async (url: string, bytesPerSecond: number): Promise<SlowDownload> => {
  const { hostname, port, pathname, search, host } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n\r\n`);
  const hash = createHash('sha256');
  let head: string | null = '';
  let bytes = 0;
  let lastByteAt = 0;
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    let body = piece;
    if (head !== null) {
      head += piece.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      body = Buffer.from(head.slice(end + HEAD_END.length), 'latin1');
      head = null;
    }
    hash.update(body);
    bytes += body.length;
    lastByteAt = performance.now();
    socket.pause();
    setTimeout(() => socket.resume(), (body.length / bytesPerSecond) * 1_000);
  });
  const done = once(socket, 'close').then(() => ({ sha256: hash.digest('hex'), bytes, lastByteAt }));
  return { received: () => bytes, done };
};
