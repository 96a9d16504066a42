import * as z from 'zod/mini';
import { PASTED_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { PLATFORM_IDS } from '../platforms/platforms.ts';
import { CAPTION_ORIGINS, CONTENT_TYPES, MEDIA_KINDS, type PostPlatform } from './content-type.ts';
import { ENGINE_NAMES } from './engine-names.ts';

/** Body of `POST /api/preview`. Unknown fields are rejected; `parseLink` checks the link itself. */
export const previewRequestSchema = z.strictObject({
  url: z.string().check(z.maxLength(PASTED_TEXT_MAX_CHARACTERS)),
  type: z.optional(z.enum(CONTENT_TYPES)),
});
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

/** Codecs of the offered video files. */
export const VIDEO_CODECS = ['h264', 'h265', 'vp9', 'av1'] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];

/** Path of a file or thumbnail on this host: `/api/media/…`, below the base path of the site. */
const mediaLink = z.string().check(z.regex(/^(?:\/[\w.~-]+)*\/api\/media\//));

/** Downloadable file of an item. */
export const qualitySchema = z.object({
  label: z.string(),
  mime: z.string(),
  /** Bytes. Unconfirmed if `sizeKnown` is false: the size that the platform or the engine states, or an estimate (`sizeGuessed`). */
  size: z.number(),
  sizeKnown: z.boolean(),
  /**
   * Set if neither the platform nor the engine states a size. `size` is then a random number of about 5 MB, which must not be shown for
   * several files of an item.
   */
  sizeGuessed: z.optional(z.literal(true)),
  /** Set if the file could not be checked beforehand, so its download may fail. */
  unproven: z.optional(z.literal(true)),
  url: mediaLink,
  extension: z.string(),
  quality: z.string(),
  videoAvailable: z.boolean(),
  /** False for a clip known to be silent, null if its sound could not be checked. */
  audioAvailable: z.nullable(z.boolean()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Absent if unknown. */
  codec: z.optional(z.enum(VIDEO_CODECS)),
  /** Bits per second; absent if unknown. */
  bitrate: z.optional(z.number()),
  /**
   * Whether the platform's own servers send this file to the visitor; absent without direct delivery. A file that needs headers or cookies
   * comes through this server.
   */
  direct: z.optional(z.boolean()),
  filename: z.string(),
});
export type Quality = z.infer<typeof qualitySchema>;

/** Picture, clip or sound of a post. `duration` is in seconds, 0 if unknown. */
export const postItemSchema = z.object({
  kind: z.enum(MEDIA_KINDS),
  thumbnail: z.nullable(mediaLink),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  duration: z.number(),
  qualities: z.array(qualitySchema).check(z.minLength(1)),
});
export type PostItem = z.infer<typeof postItemSchema>;

/** WebVTT file with the captions of a video in one language. */
export const captionFileSchema = z.object({
  /** BCP 47 tag, such as `en-US`. */
  language: z.string(),
  origin: z.enum(CAPTION_ORIGINS),
  /** Bytes; null if the delivery network does not state them. */
  size: z.nullable(z.number()),
  /** False with direct delivery, else absent: captions always come through this server. */
  direct: z.optional(z.literal(false)),
  url: mediaLink,
  filename: z.string(),
});
export type CaptionFile = z.infer<typeof captionFileSchema>;

/** Response of `POST /api/preview`. The top-level `qualities` are those of the first item; `duration` is in seconds, 0 if unknown. */
export const postSchema = z.object({
  id: z.string(),
  platform: z.enum<readonly PostPlatform[]>([...PLATFORM_IDS, 'sample']),
  type: z.enum(CONTENT_TYPES),
  /** 'unknown' if the author is not known. */
  username: z.string(),
  caption: z.string(),
  thumbnail: z.nullable(mediaLink),
  /** Picture of the author's profile; absent if unknown. */
  authorPicture: z.optional(mediaLink),
  duration: z.number(),
  /** Canonical link of the post. */
  url: z.string(),
  source: z.string(),
  engine: z.enum(ENGINE_NAMES),
  qualities: z.array(qualitySchema).check(z.minLength(1)),
  items: z.array(postItemSchema).check(z.minLength(1)),
  /** Number of pictures and clips according to the platform. Set only if fewer of them could be read. */
  statedItems: z.optional(z.int().check(z.positive())),
  /** Absent if the post has no captions, and in responses of earlier versions. */
  captions: z.optional(z.array(captionFileSchema)),
  /** Time until which downloads through this server are refused (`traffic_spent`); absent unless a traffic budget is spent. */
  downloadsPausedUntil: z.optional(z.iso.datetime()),
});
export type Post = z.infer<typeof postSchema>;
