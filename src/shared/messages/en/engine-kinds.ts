import type { EngineName } from '../../contract/engine-names.ts';

/** Names of the engines for visitors, on the status page. */
export const engineKinds = {
  provider: 'Extraction service',
  native: "This site's own reader",
  'yt-dlp': 'yt-dlp',
  cobalt: 'cobalt',
  sample: 'Samples',
} as const satisfies Record<EngineName, string>;
