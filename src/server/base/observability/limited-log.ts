import type { Logger } from './logger.ts';

/** Fields of one line in a rate-limited log. */
interface LimitedLine {
  /** Reference of the request; undefined for work without a request. */
  readonly reference: string | undefined;
  /** Fields by which lines are counted. They have few different values, and a visitor cannot create new ones. */
  readonly group: Readonly<Record<string, string | number>>;
  /** Further fields, which the summary line leaves out. */
  readonly details: Readonly<Record<string, unknown>>;
}

const MINUTE_MS = 60 * 1_000;
/** Maximum number of lines per minute for one message and group. */
const LINES_PER_MINUTE = 20;

interface Minute {
  readonly timer: NodeJS.Timeout;
  readonly end: () => void;
  count: number;
}

/** Creates a rate-limited log on top of `log`, so that a flood of rejected requests does not fill the disk. */
export const createLimitedLog = (log: Pick<Logger, 'info'>) => {
  const minutes = new Map<string, Minute>();

  const startMinute = (key: string, group: LimitedLine['group'], message: string) => {
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
    /**
     * Logs a line at level `info`. For each combination of message and group, writes only the first 20 lines of a minute. At the end of
     * the minute, writes one line with the message, the group and the number of omitted lines as `leftOut`.
     */
    info({ reference, group, details }: LimitedLine, message: string): void {
      const key = JSON.stringify([message, group]);
      const minute = minutes.get(key) ?? startMinute(key, group, message);
      minute.count += 1;
      if (minute.count <= LINES_PER_MINUTE) log.info({ reference, ...group, ...details }, message);
    },
    /** Writes the pending `leftOut` lines immediately and clears all timers. */
    close(): void {
      for (const { end } of [...minutes.values()]) end();
    },
  };
};

/** Rate-limited log for lines that visitors can cause as often as they like. */
export type LimitedLog = ReturnType<typeof createLimitedLog>;
