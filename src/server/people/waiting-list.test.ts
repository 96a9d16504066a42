import { describe, expect, it } from 'vitest';
import { selectExpiringAccounts, type WaitingAccount } from './waiting-list.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = 1_000 * DAY_MS;

const account = (id: string, age: number, returnedAfter: number | null = null): WaitingAccount => {
  const [created_at, last_sign_in_at] = [0, returnedAfter ?? 0].map((after) =>
    new Date(NOW - age + after).toISOString(),
  ) as [string, string];
  return { id, created_at, last_sign_in_at };
};
const burst = (count: number, age: number): WaitingAccount[] =>
  Array.from({ length: count }, (_none, n) => account(`burst ${n}`, age - n * 1_000));
const expire = (waiting: readonly WaitingAccount[], max: number) =>
  selectExpiringAccounts(waiting, { max, now: NOW });

describe('selectExpiringAccounts', () => {
  it('deletes nothing while the list is short enough, however old it is', () => {
    expect(expire([account('a', 90 * DAY_MS), account('b', DAY_MS)], 2)).toEqual([]);
  });

  it('first deletes accounts that are older than a month and never returned', () => {
    const waiting = [account('old', 31 * DAY_MS), account('older', 90 * DAY_MS), ...burst(3, HOUR_MS / 2)];
    expect(expire(waiting, 4)).toEqual(['old', 'older']);
    expect(expire([account('returned', 90 * DAY_MS, DAY_MS), ...burst(3, HOUR_MS / 2)], 3)).toEqual([
      'burst 0',
    ]);
  });

  it('deletes the accounts of a burst, oldest first', () => {
    const people = [account('before', 3 * DAY_MS), account('earlier', 2 * HOUR_MS), account('after', 0)];
    const waiting = [...people, ...burst(20, HOUR_MS - MINUTE_MS)];
    const expiring = expire(waiting, 10);
    expect(expiring).toEqual(Array.from({ length: 13 }, (_none, n) => `burst ${n}`));
  });

  it('keeps returned accounts longer than the others of their hour', () => {
    const waiting = [account('returned', 40 * MINUTE_MS, 10 * MINUTE_MS), ...burst(4, 30 * MINUTE_MS)];
    expect(expire(waiting, 1)).toEqual(['burst 0', 'burst 1', 'burst 2', 'burst 3']);
  });

  it('deletes accounts under a slow and steady flood too', () => {
    const steady = Array.from({ length: 200 }, (_none, n) => account(`one ${n}`, (200 - n) * HOUR_MS));
    expect(expire(steady, 199)).toEqual(['one 0']);
  });

  it('evens out bursts of several hours and spares an account alone in its hour', () => {
    const hours = Array.from({ length: 5 }, (_none, hour) =>
      Array.from({ length: 40 }, (_one, n) => account(`${hour}.${n}`, (hour + 2) * HOUR_MS - n * 1_000)),
    ).flat();
    const expiring = expire([account('alone', 20 * HOUR_MS), ...hours], 101);
    expect(expiring).toHaveLength(100);
    expect(expiring).not.toContain('alone');
    for (let hour = 0; hour < 5; hour += 1)
      expect(expiring.filter((id) => id.startsWith(`${hour}.`))).toHaveLength(20);
  });
});
