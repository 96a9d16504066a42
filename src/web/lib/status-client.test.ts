import { afterEach, expect, it, vi } from 'vitest';
import { SITE_ANSWER_TIMEOUT_MS } from '#shared/limits.ts';
import { fetchStatus } from './status-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('gives up on a server that does not answer, so that no old answer stands for the present', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  const answer = fetchStatus();
  time.abort();
  expect(await answer).toBeNull();
  expect(timeout).toHaveBeenCalledWith(SITE_ANSWER_TIMEOUT_MS);
});
