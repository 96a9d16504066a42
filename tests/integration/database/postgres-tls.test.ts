import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import process from 'node:process';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/server/base/db/open-database.ts';

const CERTIFICATES = fileURLToPath(new URL('../../mock-platforms/certificates/', import.meta.url));
const AUTHORITY = `&sslrootcert=${CERTIFICATES}authority.pem`;
const SILENT = pino({ level: 'silent' });
/** Longer than the test: faults of TLS are not waited for. */
const WAIT_MS = 60_000;
const WRONG_PASSWORD = '28P01';

/** Error message of PostgreSQL's protocol, with which both servers answer everyone who gets through to them. */
const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

const secureContext = tls.createSecureContext({
  key: readFileSync(`${CERTIFICATES}site-key.pem`),
  cert: readFileSync(`${CERTIFICATES}site.pem`),
});
/** Plays a server that demands TLS. */
const encrypted = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (first) => {
    // The request for TLS has eight bytes; a longer first message is the start without it.
    if (first.length > 8) return socket.end(refusal('28000', 'no pg_hba.conf entry for host, no encryption'));
    socket.write('S');
    const secure = new tls.TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined);
    return secure.once('data', () => secure.end(refusal(WRONG_PASSWORD, 'wrong')));
  });
});
/** Plays a server without TLS. */
const plain = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (first) =>
    first.length > 8 ? socket.end(refusal(WRONG_PASSWORD, 'wrong')) : socket.write('N'),
  );
});

const warned = vi.fn();
beforeAll(async () => {
  process.on('warning', warned);
  await Promise.all([encrypted, plain].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
});
afterAll(() => {
  process.off('warning', warned);
  for (const server of [encrypted, plain]) server.close();
});

const outcome = (server: net.Server, query: string, host = '127.0.0.1', waitMs = 0): Promise<string> => {
  const databaseUrl = `postgres://ann:pass@${host}:${(server.address() as AddressInfo).port}/site${query}`;
  return openDatabase({ databaseUrl, dataDir: '/nowhere' }, SILENT, { waitMs }).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
};

it.each([
  ['?sslmode=require', '127.0.0.1'],
  ['?sslmode=prefer', '127.0.0.1'],
  ['?sslmode=no-verify', '127.0.0.1'],
  [`?sslmode=verify-ca${AUTHORITY}`, 'localhost'],
  [`?sslmode=verify-full${AUTHORITY}`, '127.0.0.1'],
])('%s gets through to an encrypted server with a certificate of its own authority', async (query, host) => {
  expect(await outcome(encrypted, query, host)).toContain(WRONG_PASSWORD);
  expect(warned).not.toHaveBeenCalled();
});

it.each([
  [encrypted, '?sslmode=verify-full', '127.0.0.1', 'sslrootcert=/path/to/authority.pem'],
  [encrypted, '?sslmode=verify-full', '127.0.0.1', 'sslmode=require'],
  [encrypted, `?sslmode=verify-full${AUTHORITY}`, 'localhost', 'sslmode=verify-ca'],
  [encrypted, '?sslmode=verify-full&sslrootcert=/nowhere.pem', '127.0.0.1', 'sslrootcert'],
  [encrypted, '', '127.0.0.1', 'sslmode=verify-full'],
  [plain, '?sslmode=require', '127.0.0.1', 'sslmode=disable'],
])('the start says at once what to write: %#', async (server, query, host, advice) => {
  const said = await outcome(server, query, host, WAIT_MS);
  expect(said).toContain('DATABASE_URL');
  expect(said).toContain(advice);
});

it.each(['', '?sslmode=disable'])('%s connects without TLS', async (query) => {
  expect(await outcome(plain, query)).toContain(WRONG_PASSWORD);
});
