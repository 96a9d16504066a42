import { type Logger as PinoLogger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { type LineOutput, standardOutput } from './line-output.ts';

export type Logger = PinoLogger;

/**
 * Creates the process's logger: one JSON line per event, on standard output unless another output is given.
 * Nothing that identifies a visitor or a post may be passed to it; errors are written with their own type and
 * message only, because causes may quote addresses (product promise: no link, address or key in a log).
 */
export const createLogger = (
  level: Config['logLevel'],
  output: Pick<LineOutput, 'write'> = standardOutput(),
): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { type: error.name, ...wordsOf(error), stack: ownFrames(error) }
            : { type: typeof error },
      },
    },
    output,
  );

/**
 * Errors of Node and the HTTP client carry a code, and quote addresses in their message: of them only the code is told. SQLite's have
 * one code for all; the number beside it tells them apart.
 */
const wordsOf = (error: Error): Readonly<Record<string, string | number>> => {
  if (!('code' in error)) return { message: error.message };
  const number = 'errcode' in error && typeof error.errcode === 'number' ? { errcode: error.errcode } : {};
  return { code: String(error.code), ...number };
};

/** Stack frames without the first line (which repeats the message) and without foreign code. */
const ownFrames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes('/src/server/'))
    .map((line) => line.trim().replace(/\(?(?:file:\/\/)?\/.*?(\/src\/server\/)/, '($1'));
