import { afterEach, expect, it, vi } from 'vitest';
import { fetchStatusReport, STATUS_ANSWER_TIMEOUT_MS } from './status-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('times out when the server does not respond, so that an old status is not shown as current', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const answer = fetchStatusReport();
  time.abort();
  expect(await answer).toBeNull();
  expect(timeout).toHaveBeenCalledWith(STATUS_ANSWER_TIMEOUT_MS);
});
