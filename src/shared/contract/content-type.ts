import type { PlatformId } from '../platforms/platforms.ts';

/** Tabs of the link form. They are also the values of `type` in a preview request. */
export const CONTENT_TYPES = ['video', 'reels', 'story', 'photos'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const MEDIA_KINDS = ['video', 'photo', 'audio'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Kinds of files that can be downloaded. Captions belong to a video and are no item of a post. */
export const FILE_KINDS = [...MEDIA_KINDS, 'captions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * Origin of a caption file according to the platform: written by the author, by speech recognition, or by machine translation; `unknown` if
 * the platform does not state it.
 */
export const CAPTION_ORIGINS = ['author', 'spoken', 'translated', 'unknown'] as const;
export type CaptionOrigin = (typeof CAPTION_ORIGINS)[number];

/** Source of a post: a platform, or `sample` for the built-in sample posts, which are reachable only through their own links. */
export type PostPlatform = PlatformId | 'sample';
