import type { Site } from '#shared/contract/site.ts';

const SITE_ANSWER_TIMEOUT_MS = 10_000;

/** Fetches the site settings; null without a response or when it does not match the contract. Never rejects. */
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

/** Opens the event stream of setting changes. */
export const openLiveStream = (): EventSource => new EventSource('/api/live');
