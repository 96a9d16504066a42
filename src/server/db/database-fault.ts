import type { ErrorCode } from '#shared/errors.ts';

/**
 * The database cannot serve now and may soon again: nothing of the work was kept, unless the connection was lost while
 * it was being committed, when nobody knows.
 */
export abstract class DatabaseUnavailableError extends Error {
  /** What the request it met is answered with; the HTTP side knows errors by it. */
  readonly statusCode = 503;
  /** The code and sentence of that answer. */
  readonly errorCode: ErrorCode;
  constructor(errorCode: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.errorCode = errorCode;
  }
}

/** Somebody else held the write lock, or a statement ran, for longer than we wait. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('overloaded', 'the database was busy for too long', options);
  }
}

/** The database server cannot be reached, or let go of us. */
export class DatabaseConnectionError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('database_unreachable', 'the database could not be reached', options);
  }
}

/** The disk that holds the database is full: reads work, writes fail until there is space again. */
export class DatabaseFullError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('storage_full', 'the storage of the database is full', options);
  }
}

/**
 * The database file was removed, replaced or overwritten while it was open: what is written now would be lost at the next
 * start.
 */
export class DatabaseReplacedError extends DatabaseUnavailableError {
  constructor(options?: ErrorOptions) {
    super('database_replaced', 'the database file was removed, replaced or overwritten', options);
  }
}

/** A value that not every engine can keep, nor look for: the mistake of whoever sent it. */
export class DatabaseValueError extends Error {
  override readonly name = 'DatabaseValueError';
  /** The HTTP side knows errors by it. */
  readonly statusCode = 400;
}

/** Throws DatabaseValueError for a value that one engine keeps and the other refuses; gives the others as they are. */
export const checkStorable = (parameters: readonly unknown[]): readonly unknown[] => {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DatabaseValueError('a text with a NUL character cannot be stored');
  }
  return parameters;
};
