/** Tabs of the link form. They are also the values of `type` in a preview request. */
export const CONTENT_TYPES = ['video', 'reels', 'story', 'photos'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const MEDIA_KINDS = ['video', 'photo', 'audio'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const PLATFORMS = ['instagram', 'tiktok', 'sample'] as const;
/** Source of a post. `sample` is the built-in set of sample posts, reachable only through its own links. */
export type Platform = (typeof PLATFORMS)[number];

export const ENGINE_NAMES = ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
