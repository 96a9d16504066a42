import { expect, it } from 'vitest';
import { JobStop } from './job-stop.ts';

it('tells a full disk and an unreadable format from a fault', () => {
  expect(JobStop.of(new DOMException('', 'QuotaExceededError')).failure).toBe('full');
  expect(JobStop.of(new DOMException('', 'EncodingError')).failure).toBe('unsupported');
  expect(JobStop.of(new TypeError('x is not a function')).failure).toBe('fault');
  const refusal = new JobStop('refused', 410);
  expect(JobStop.of(refusal)).toBe(refusal);
});
