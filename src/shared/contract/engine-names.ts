/** Names of all engines, in the order in which the engines are tried unless the owner or the ENGINES variable states another order. */
export const ENGINE_NAMES = ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Engines of earlier versions, which had three providers. Stored data and tickets may still name them. */
export const RETIRED_ENGINE_NAMES = ['provider-2', 'provider-3'] as const;
