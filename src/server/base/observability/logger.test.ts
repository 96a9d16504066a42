import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createLogger, type Logger } from './logger.ts';

/** Returns the line that `write` logs. */
const logged = (write: (log: Logger) => void): { readonly err: unknown; readonly msg: unknown } => {
  let text = '';
  write(
    createLogger('info', {
      write(line) {
        text += line;
      },
    }),
  );
  return JSON.parse(text);
};
const serializeError = (err: unknown): unknown => logged((log) => log.error({ err }, 'a fault')).err;

it('logs a SQLite error by its number, without its message', () => {
  const database = new DatabaseSync(':memory:');
  const sqliteErrorOf = (sql: string): unknown => {
    try {
      database.exec(sql);
      return null;
    } catch (error) {
      return error;
    }
  };
  database.exec('create table kept (name text unique); insert into kept values (1)');
  const unique = serializeError(sqliteErrorOf('insert into kept values (1)'));
  // SQLITE_CONSTRAINT_UNIQUE
  expect(unique).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 2067 });
  expect(JSON.stringify(unique)).not.toContain('kept');
});

it('logs the message of an error without a code, and only the code of an error that has one', () => {
  expect(serializeError(new TypeError('plain words'))).toMatchObject({
    type: 'TypeError',
    message: 'plain words',
  });
  const quoting = Object.assign(new Error('connect 192.0.2.7:443'), { code: 'ECONNREFUSED' });
  expect(serializeError(quoting)).toMatchObject({ type: 'Error', code: 'ECONNREFUSED' });
  expect(JSON.stringify(serializeError(quoting))).not.toContain('192.0.2.7');
  expect(serializeError('words')).toEqual({ type: 'string' });
});

it('logs no address of an entry that is an error alone', () => {
  const quoting = Object.assign(new Error('already sent: /api/media/secret'), { code: 'ALREADY_SENT' });
  for (const write of [
    (log: Logger) => log.warn(quoting),
    (log: Logger) => log.warn({ err: quoting, reference: 'A' }),
    (log: Logger) => log.child({ reference: 'A' }).error({ err: quoting }),
  ]) {
    const line = logged(write);
    expect(line).toMatchObject({ msg: 'ALREADY_SENT', err: { code: 'ALREADY_SENT' } });
    expect(JSON.stringify(line)).not.toContain('secret');
  }
  expect(logged((log) => log.warn({ err: quoting, reference: 'A' }))).toMatchObject({ reference: 'A' });
  expect(logged((log) => log.error(new TypeError('plain words')))).toMatchObject({ msg: 'plain words' });
  expect(logged((log) => log.error({ err: quoting }, 'a fault')).msg).toBe('a fault');
  expect(logged((log) => log.info('%s words', 'plain')).msg).toBe('plain words');
});
