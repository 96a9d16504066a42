import type { FastifyRequest } from 'fastify';

const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Tells whether a page of another site embeds or fetches the answer. A link that a person follows opens; a client that
 * sends no Fetch Metadata (an old browser, curl, a download manager) is not refused.
 */
export const isForeignEmbed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site !== 'string' || !FOREIGN.has(site)) return false;
  // Chromium 76 to 79 sends no destination; a frame's navigation names one.
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return headers['sec-fetch-mode'] !== 'navigate' || destination !== 'document';
};
