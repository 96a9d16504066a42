import { expect, it } from 'vitest';
import { delayToFixedStep } from './auth-responses.ts';

const STEP_MS = 500;

/** Keeps the event loop busy, as the hash of a password on a busy server does. */
const keepBusy = (ms: number): void => {
  const since = performance.now();
  while (performance.now() - since < ms);
};

it('ends a response on a step of half a second, never before it, after an event loop that was busy', async () => {
  const since = performance.now();
  keepBusy(40);
  await delayToFixedStep(since);
  const elapsed = performance.now() - since;
  expect(elapsed).toBeGreaterThanOrEqual(STEP_MS);
  expect(elapsed).toBeLessThan(2 * STEP_MS);
});

it('waits for the next step when one has passed', async () => {
  const since = performance.now() - STEP_MS;
  await delayToFixedStep(since);
  expect(performance.now() - since).toBeGreaterThanOrEqual(2 * STEP_MS);
});
