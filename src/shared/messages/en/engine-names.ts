import type { EngineName } from '../../contract/engine-names.ts';

/** Display names of the engines. */
export const engineNames = {
  provider: 'Extraction service',
  native: 'Built-in reader',
  'yt-dlp': 'yt-dlp',
  cobalt: 'cobalt',
  sample: 'Samples',
} as const satisfies Record<EngineName, string>;
