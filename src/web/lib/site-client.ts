import { sitePath } from '#shared/base-path.ts';
import type { Site } from '#shared/contract/site.ts';

const SITE_ANSWER_TIMEOUT_MS = 10_000;

/**
 * Fetches the public settings. Returns null after ten seconds without a response, for an error, and for a response that does not match the
 * contract. Never rejects.
 */
export async function fetchSite(): Promise<Site | null> {
  try {
    const [response, { readSite }] = await Promise.all([
      fetch(sitePath('/api/site'), {
        cache: 'no-cache',
        signal: AbortSignal.timeout(SITE_ANSWER_TIMEOUT_MS),
      }),
      import('./site-schema.ts'),
    ]);
    return response.ok ? readSite(await response.json()) : null;
  } catch {
    return null;
  }
}

/** Opens the event stream that announces changes of the public settings. */
export const openLiveStream = (): EventSource => new EventSource(sitePath('/api/live'));
