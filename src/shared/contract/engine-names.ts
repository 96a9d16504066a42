/** Every engine, in the order in which they are tried unless the owner chose another. */
export const ENGINE_NAMES = ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
