import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DatabaseConnectionError } from '../database-fault.ts';
import { openPostgres } from './open-postgres.ts';

/** Encodes a message of PostgreSQL's protocol. */
const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const SIGNED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const SHUTDOWN = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

it('a connection that the server ends as it is made fails its query, not the process', async () => {
  const server = net.createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([SIGNED_IN, READY, SHUTDOWN]))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const query = openPostgres(`postgres://savelet@127.0.0.1:${port}/none`, pino({ level: 'silent' }));
  const asked = query.selectFrom('site_state').select('name').execute();
  await expect(asked).rejects.toThrow(DatabaseConnectionError);
  await query.destroy();
  server.close();
});
