import type { LinkKindOf, PlatformId } from '../../platforms/platforms.ts';

/** Labels of the recognition line under the link field. Short links and share tokens (`share`) do not reveal the kind of post. */
export const linkLabels = {
  'instagram.post': 'Instagram post',
  'instagram.reel': 'Instagram reel',
  'instagram.tv': 'Instagram video',
  'instagram.story': 'Instagram story',
  'instagram.highlight': 'Instagram story',
  'instagram.share': 'Instagram link',
  'tiktok.video': 'TikTok video',
  'tiktok.photo': 'TikTok photos',
  'tiktok.share': 'TikTok link',
  'sample.clip': 'Sample clip',
  'sample.set': 'Sample set',
  'sample.sound': 'Sample sound',
} as const satisfies { readonly [Id in PlatformId as `${Id}.${LinkKindOf<Id>}`]: string } & Readonly<
  Record<`sample.${string}`, string>
>;
