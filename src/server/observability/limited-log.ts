import type { Logger } from './logger.ts';

export interface LimitedLine {
  readonly reference: string | undefined;
  /** What lines are counted by. It has few different values, and no visitor can make up another one. */
  readonly group: Readonly<Record<string, string | number>>;
  readonly more: Readonly<Record<string, unknown>>;
}

/** A log for lines that visitors cause as often as they like. */
export interface LimitedLog {
  /**
   * Logs a line at level `info`. Of a message and a group only the first lines of a minute are written; at its end one line with the
   * group alone has the number of the others as `leftOut`.
   */
  info(line: LimitedLine, message: string): void;
  /** Writes the numbers of the minute that is not over yet. */
  close(): void;
}

const MINUTE_MS = 60 * 1_000;
/** Lines of one message and group in a minute. */
const LINES_PER_MINUTE = 20;

interface Minute {
  readonly timer: NodeJS.Timeout;
  count: number;
}

/** Creates a limited log over a log. A flood that is refused must not fill the disk of the log. */
export const createLimitedLog = (log: Pick<Logger, 'info'>): LimitedLog => {
  const minutes = new Map<string, Minute & { readonly end: () => void }>();

  const begin = (key: string, group: LimitedLine['group'], message: string) => {
    const end = (): void => {
      clearTimeout(minute.timer);
      minutes.delete(key);
      const leftOut = minute.count - LINES_PER_MINUTE;
      if (leftOut > 0) log.info({ ...group, leftOut }, message);
    };
    const minute = { timer: setTimeout(end, MINUTE_MS).unref(), count: 0, end };
    minutes.set(key, minute);
    return minute;
  };

  return {
    info({ reference, group, more }, message) {
      const key = JSON.stringify([message, group]);
      const minute = minutes.get(key) ?? begin(key, group, message);
      minute.count += 1;
      if (minute.count <= LINES_PER_MINUTE) log.info({ reference, ...group, ...more }, message);
    },
    close() {
      for (const { end } of [...minutes.values()]) end();
    },
  };
};
