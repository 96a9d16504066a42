/** Providers of the owner's choice, in the order of their places. */
export const PROVIDER_NAMES = ['provider', 'provider-2', 'provider-3'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Every engine, in the order in which they are tried unless the owner chose another. */
export const ENGINE_NAMES = [...PROVIDER_NAMES, 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
