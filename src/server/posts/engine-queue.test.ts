import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Requesters, shareOf } from '../limits/requester.ts';
import { createEngineQueue, type EnterResult } from './engine-queue.ts';

const clock = { now: () => 0, callAfter: () => () => undefined };
const networks = (...names: readonly string[]): Requesters =>
  new Map(names.map((network) => shareOf({ network, budget: 'visitor' })));

it('does not displace a request that a visitor shares with a flooding network', async () => {
  const rules = { concurrency: 1, maxQueue: 3, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };
  const queue = createEngineQueue(clock, rules);
  const signal = new AbortController().signal;
  const ended: (readonly [string, EnterResult])[] = [];
  const enter = (name: string, requesters: Requesters): void => {
    queue.enter({ waitMs: 1_000, signal, requesters }).then(
      (entered) => void ended.push([name, entered]),
      () => undefined,
    );
  };
  enter('running', networks('running'));
  enter('flood 1', networks('flood'));
  enter('flood 2', networks('flood'));
  enter('shared', networks('flood', 'visitor'));
  enter('another', networks('another'));
  await nextTurn();
  expect(ended.map(([name, { ok }]) => [name, ok])).toEqual([
    ['running', true],
    ['flood 2', false],
  ]);
});
