import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimitedLog } from './limited-log.ts';
import { createLogger } from './logger.ts';

let lines: Record<string, unknown>[];
const open = () =>
  createLimitedLog(
    createLogger('info', {
      write(line) {
        const { level: _level, time: _time, ...fields } = JSON.parse(line) as Record<string, unknown>;
        lines.push(fields);
      },
    }),
  );
beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createLimitedLog', () => {
  const answer = (log: ReturnType<typeof open>, times: number, code = 'rate_limited') => {
    for (let count = 1; count <= times; count += 1)
      log.info(
        { reference: `R-${count}`, group: { route: '/a', code }, details: { method: 'GET' } },
        'answered',
      );
  };

  it('writes the first 20 lines of a minute, then the number of omitted lines', () => {
    const log = open();
    answer(log, 5_000);
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toEqual({
      reference: 'R-20',
      route: '/a',
      code: 'rate_limited',
      method: 'GET',
      msg: 'answered',
    });
    vi.advanceTimersByTime(59_999);
    expect(lines).toHaveLength(20);
    vi.advanceTimersByTime(1);
    expect(lines.slice(20)).toEqual([{ route: '/a', code: 'rate_limited', leftOut: 4_980, msg: 'answered' }]);
  });

  it('counts each message and group separately, and restarts every minute', () => {
    const log = open();
    answer(log, 25);
    answer(log, 3, 'overloaded');
    log.info({ reference: undefined, group: { route: '/a', code: 'rate_limited' }, details: {} }, 'failed');
    expect(lines).toHaveLength(24);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(24)).toMatchObject([{ code: 'rate_limited', leftOut: 5 }]);
    answer(log, 1);
    expect(lines.at(-1)).toMatchObject({ reference: 'R-1' });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(26);
  });

  it('writes no summary for a minute without omitted lines', () => {
    const log = open();
    answer(log, 20);
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(20);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('writes pending summaries when it is closed, and leaves no timer', () => {
    const log = open();
    answer(log, 21);
    log.close();
    expect(lines.at(-1)).toMatchObject({ leftOut: 1 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(vi.getTimerCount()).toBe(0);
  });
});
