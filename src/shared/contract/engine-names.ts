/** Every engine, in the order in which they are tried unless the owner chose another. */
export const ENGINE_NAMES = ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Engines of earlier versions, which had three providers. Stored data and tickets may still name them. */
export const RETIRED_ENGINE_NAMES = ['provider-2', 'provider-3'] as const;
