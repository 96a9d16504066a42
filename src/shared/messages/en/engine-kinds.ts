import type { EngineName } from '../../contract/engine-names.ts';

/** What visitors call the engines, on the status page. */
export const engineKinds = {
  provider: 'Extraction service',
  'provider-2': 'Second extraction service',
  'provider-3': 'Third extraction service',
  native: "This site's own reader",
  'yt-dlp': 'yt-dlp',
  cobalt: 'cobalt',
  sample: 'Samples',
} as const satisfies Record<EngineName, string>;
