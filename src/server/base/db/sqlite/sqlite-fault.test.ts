import { describe, expect, it } from 'vitest';
import { DatabaseFullError, DatabaseReplacedError } from '../database-fault.ts';
import { convertSqliteError, isSqliteBusy } from './sqlite-fault.ts';

const errorWith = (errcode: number): Error => Object.assign(new Error('SQLite failed'), { errcode });

describe('isSqliteBusy', () => {
  it.each([
    ['SQLITE_BUSY', 5],
    ['SQLITE_BUSY_RECOVERY', 261],
    ['SQLITE_BUSY_SNAPSHOT', 517],
  ])('is true for %s (%i)', (_name, code) => {
    expect(isSqliteBusy(errorWith(code))).toBe(true);
  });

  it.each([
    ['SQLITE_LOCKED', 6],
    ['SQLITE_LOCKED_SHAREDCACHE', 262],
    ['SQLITE_FULL', 13],
    ['SQLITE_READONLY_DBMOVED', 1_032],
  ])('is false for %s (%i)', (_name, code) => {
    expect(isSqliteBusy(errorWith(code))).toBe(false);
  });

  it('is false for an error that is not from SQLite', () => {
    expect(isSqliteBusy(new Error('busy'))).toBe(false);
    expect(isSqliteBusy({ errcode: 5 })).toBe(false);
  });
});

describe('convertSqliteError', () => {
  it.each([
    ['SQLITE_FULL', 13, DatabaseFullError],
    ['SQLITE_IOERR_SHMSIZE', 4_874, DatabaseFullError],
    ['SQLITE_READONLY_DBMOVED', 1_032, DatabaseReplacedError],
  ])('converts %s (%i)', (_name, code, expected) => {
    const error = errorWith(code);
    const fault = convertSqliteError(error);
    expect(fault).toBeInstanceOf(expected);
    expect((fault as Error).cause).toBe(error);
  });

  it('returns other errors unchanged', () => {
    for (const error of [errorWith(1), errorWith(8), errorWith(10), new Error('full')])
      expect(convertSqliteError(error)).toBe(error);
  });
});
