import { summariseAttempts } from './attempt-engines.ts';
import type { Preview } from './preview.ts';
import { MONITOR } from './requester.ts';

/** Creates the monitor's way to test a post: all engines, past the caches. */
export const createPostTest =
  (preview: Pick<Preview, 'attempt'>) => async (link: string, signal: AbortSignal) => {
    const tried = await preview.attempt(link, { requester: MONITOR, signal });
    return tried.ok ? summariseAttempts(tried.attempts) : tried;
  };
