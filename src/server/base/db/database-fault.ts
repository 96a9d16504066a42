import type { ErrorCode } from '#shared/errors.ts';

/**
 * Thrown when the database cannot be used at present but may be again soon. Nothing of the failed work is stored, except possibly when the
 * connection was lost during the commit.
 */
export abstract class DatabaseUnavailableError extends Error {
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
  /** Error code of the response, which determines its message. */
  readonly errorCode: ErrorCode;
  constructor(errorCode: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.errorCode = errorCode;
  }
}

/** Thrown when another connection held the write lock, or a statement ran, for longer than the time limit. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('overloaded', 'the database was busy for too long', options);
  }
}

/** Thrown when the database server cannot be reached or has closed the connection. */
export class DatabaseConnectionError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('database_unreachable', 'the database could not be reached', options);
  }
}

/** Thrown when the disk of the database is full: reads work, writes fail until there is space again. */
export class DatabaseFullError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('storage_full', 'the storage of the database is full', options);
  }
}

/** Thrown when the database file was removed or replaced while it was open: anything written now would be lost at the next start. */
export class DatabaseReplacedError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('database_replaced', 'the database file was removed or replaced', options);
  }
}

/** Thrown for a value that only one of SQLite and PostgreSQL can store or compare. The client sent the value, so the response is a 400. */
export class DatabaseValueError extends Error {
  override readonly name = 'DatabaseValueError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 400;
}

/**
 * Returns the parameters unchanged. Throws DatabaseValueError for a text with a NUL character, which only SQLite
 * stores.
 */
export const checkStorable = (parameters: readonly unknown[]): readonly unknown[] => {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DatabaseValueError('a text with a NUL character cannot be stored');
  }
  return parameters;
};
