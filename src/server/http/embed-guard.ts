import type { FastifyRequest } from 'fastify';

const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Returns whether a page of another origin, even a subdomain, embeds or fetches the response. Following a link is allowed, and so are
 * clients that send no Fetch Metadata (old browsers, curl, download managers).
 */
export const isForeignEmbed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site !== 'string' || !FOREIGN.has(site)) return false;
  // Chromium 76 to 79 sends no Sec-Fetch-Dest. For frames, other browsers send a destination other than `document`.
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return headers['sec-fetch-mode'] !== 'navigate' || destination !== 'document';
};
