import { type Logger as PinoLogger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { type LineOutput, standardOutput } from './line-output.ts';

export type Logger = PinoLogger;

/**
 * Creates the logger of the process: one JSON line per event, on standard output unless another output is given. Callers must not pass
 * anything that identifies a visitor or a post: the log contains no links, addresses or keys. Of an error, the logger writes the type, the
 * code or message, and the stack frames of this server, but not the cause, which may quote addresses.
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
            ? { type: error.name, ...describeError(error), stack: ownFrames(error) }
            : { type: typeof error },
      },
      hooks: {
        // An entry of an error alone gets the error's message as its own, which may quote addresses: the framework writes
        // such entries, with the address of the request.
        logMethod(entry, write) {
          const [subject, message]: readonly unknown[] = entry;
          const error = message === undefined ? errorOf(subject) : null;
          if (error === null) write.apply(this, entry);
          else write.call(this, subject, summaryOf(error));
        },
      },
    },
    output,
  );

/** Returns the error that an entry consists of, or carries as `err`; null if there is none. */
const errorOf = (subject: unknown): Error | null => {
  if (subject instanceof Error) return subject;
  const { err } = Object(subject) as { err?: unknown };
  return err instanceof Error ? err : null;
};

/** Returns the code of an error, or the message of one without a code. */
const summaryOf = (error: Error): string => {
  const { code, message } = describeError(error);
  return String(code ?? message);
};

/**
 * Returns the loggable fields of an error. Errors of Node and of the HTTP client have a code and quote addresses in their message, so
 * only the code is logged. SQLite errors all share one code; the number in `errcode` distinguishes them. Other errors are logged with
 * their message.
 */
const describeError = (error: Error): Readonly<Record<string, string | number>> => {
  if (!('code' in error)) return { message: error.message };
  const number = 'errcode' in error && typeof error.errcode === 'number' ? { errcode: error.errcode } : {};
  return { code: String(error.code), ...number };
};

/** Returns the stack frames within src/server, with paths relative to the repository. Leaves out the message and frames of libraries. */
const ownFrames = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.includes('/src/server/'))
    .map((line) => line.trim().replace(/\(?(?:file:\/\/)?\/.*?(\/src\/server\/)/, '($1'));
