import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const loggedOf = (err: unknown): unknown => {
  let text = '';
  createLogger('info', {
    write(line) {
      text += line;
    },
  }).error({ err }, 'a fault');
  return (JSON.parse(text) as { err: unknown }).err;
};

it('tells the faults of SQLite apart by their number, and quotes none of their words', () => {
  const database = new DatabaseSync(':memory:');
  const faultOf = (sql: string): unknown => {
    try {
      database.exec(sql);
      return null;
    } catch (error) {
      return error;
    }
  };
  database.exec('create table kept (name text unique); insert into kept values (1)');
  const logged = loggedOf(faultOf('insert into kept values (1)'));
  // SQLITE_CONSTRAINT_UNIQUE
  expect(logged).toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 2067 });
  expect(JSON.stringify(logged)).not.toContain('kept');
});

it('tells the message of an error of ours, and only the code of one that has a code', () => {
  expect(loggedOf(new TypeError('plain words'))).toMatchObject({ type: 'TypeError', message: 'plain words' });
  const quoting = Object.assign(new Error('connect 192.0.2.7:443'), { code: 'ECONNREFUSED' });
  expect(loggedOf(quoting)).toMatchObject({ type: 'Error', code: 'ECONNREFUSED' });
  expect(JSON.stringify(loggedOf(quoting))).not.toContain('192.0.2.7');
  expect(loggedOf('words')).toEqual({ type: 'string' });
});
