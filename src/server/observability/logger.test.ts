import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const serializeError = (err: unknown): unknown => {
  let text = '';
  createLogger('info', {
    write(line) {
      text += line;
    },
  }).error({ err }, 'a fault');
  return (JSON.parse(text) as { err: unknown }).err;
};

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
  const logged = serializeError(sqliteErrorOf('insert into kept values (1)'));
  // SQLITE_CONSTRAINT_UNIQUE
  expect(logged).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 2067 });
  expect(JSON.stringify(logged)).not.toContain('kept');
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
