import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOutOfDescriptors, watchDescriptors } from './descriptor-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fault = (code: string) => Object.assign(new Error(`${code}: open`), { code });

it('logs once a minute while no file can be opened, and nothing otherwise', () => {
  const lines: unknown[] = [];
  let found: Error | null = null;
  watchDescriptors({ error: (line: unknown) => lines.push(line) }, () => {
    if (found !== null) throw found;
  });
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
  found = fault('EMFILE');
  vi.advanceTimersByTime(150_000);
  expect(lines).toEqual([{ code: 'EMFILE' }, { code: 'EMFILE' }, { code: 'EMFILE' }]);
  found = fault('EACCES');
  vi.advanceTimersByTime(120_000);
  expect(lines).toHaveLength(3);
});

it.each([
  [fault('EMFILE'), true],
  [fault('ENFILE'), true],
  [fault('ENOENT'), false],
  [new Error('EMFILE'), false],
  [null, false],
])('tells used-up descriptors from other faults: %s', (error, expected) => {
  expect(isOutOfDescriptors(error)).toBe(expected);
});
