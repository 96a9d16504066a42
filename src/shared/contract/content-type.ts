/** The tabs of the link form, and the `type` a preview is asked for with (specification sections 2 and 3). */
export const CONTENT_TYPES = ['video', 'reels', 'story', 'photos'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const MEDIA_KINDS = ['video', 'photo', 'audio'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const PLATFORMS = ['instagram', 'tiktok', 'sample'] as const;
/** Where a post comes from. `sample` is the built-in set of posts, reached only by its own links. */
export type Platform = (typeof PLATFORMS)[number];

export const ENGINE_NAMES = ['provider', 'native', 'yt-dlp', 'cobalt', 'sample'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
