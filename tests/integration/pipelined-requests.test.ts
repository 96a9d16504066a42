import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from './test-app.ts';

const start = async () => {
  let rendered = 0;
  const body = Buffer.from('the page');
  const page = { uncompressed: body, brotli: body, gzip: body, etag: '"page"', policy: null };
  const { app } = await createTestApp({}, () => ({
    get: async () => {
      rendered += 1;
      return page;
    },
    getWithLink: async () => ({ html: '', policy: null }),
  }));
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = net.connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, rendered: () => rendered };
};
const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const answersIn = (received: string): string[] => received.match(/HTTP\/1\.1 \d+/g) ?? [];

it('a connection that pipelines a thousand requests is reset, and all but the first few cause no work', async () => {
  const { socket, rendered } = await start();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  socket.write(request('/').repeat(1_000));
  await closed;
  expect(rendered()).toBeLessThanOrEqual(4);
});

it('a connection that pipelines a few requests gets their responses in order', async () => {
  const { socket } = await start();
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  for (let round = 1; round <= 3; round += 1) {
    socket.write(['/', '/nowhere', '/healthz'].map(request).join(''));
    await expect.poll(() => answersIn(heard)).toHaveLength(3 * round);
  }
  const expected = ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'];
  expect(answersIn(heard)).toEqual([...expected, ...expected, ...expected]);
  expect(socket.destroyed).toBe(false);
});
