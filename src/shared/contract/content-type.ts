import type { PlatformId } from '../platforms/platforms.ts';

/** Tabs of the link form. They are also the values of `type` in a preview request. */
export const CONTENT_TYPES = ['video', 'reels', 'story', 'photos'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const MEDIA_KINDS = ['video', 'photo', 'audio'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Source of a post: a platform, or `sample` for the built-in sample posts, which are reachable only through their own links. */
export type PostPlatform = PlatformId | 'sample';
