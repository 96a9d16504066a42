import type { Site } from '#shared/contract/site.ts';
import { SITE_ANSWER_TIMEOUT_MS } from '#shared/limits.ts';

/** Asks our server for the settings; null when there is no answer or it is not what the contract says. Never rejects. */
export async function fetchSite(): Promise<Site | null> {
  try {
    const [response, { readSite }] = await Promise.all([
      fetch('/api/site', { cache: 'no-cache', signal: AbortSignal.timeout(SITE_ANSWER_TIMEOUT_MS) }),
      import('./site-schema.ts'),
    ]);
    return response.ok ? readSite(await response.json()) : null;
  } catch {
    return null;
  }
}

/** Opens the stream of what changes on the server. */
export const openLiveStream = (): EventSource => new EventSource('/api/live');
