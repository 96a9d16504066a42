import type { ContentType, PostPlatform } from '../../contract/content-type.ts';

/** Names of a post with one file, by platform and tab, and of a post with several files. `sound` is for an audio file, which has no tab. */
export const postNames = {
  'instagram.video': 'Instagram video',
  'instagram.reels': 'Instagram reel',
  'instagram.story': 'Instagram story',
  'instagram.photos': 'Instagram photo',
  'instagram.sound': 'Instagram sound',
  'tiktok.video': 'TikTok video',
  'tiktok.reels': 'TikTok video',
  'tiktok.story': 'TikTok story',
  'tiktok.photos': 'TikTok photo',
  'tiktok.sound': 'TikTok sound',
  'sample.video': 'Sample video',
  'sample.reels': 'Sample video',
  'sample.story': 'Sample story',
  'sample.photos': 'Sample photo',
  'sample.sound': 'Sample sound',
  'set.instagram': 'Instagram post',
  'set.tiktok': 'TikTok post',
  'set.sample': 'Sample post',
} as const satisfies Record<`set.${PostPlatform}` | `${PostPlatform}.${ContentType | 'sound'}`, string>;
