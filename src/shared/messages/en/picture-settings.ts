import type { PictureSetting } from '../../contract/site.ts';

/** Texts of each setting that is a picture: its name, a hint which pictures are suitable, and the line that is shown without a picture. */
export const pictureSettings = {
  logo: 'Logo',
  'logo.help':
    'A square picture or a wide wordmark. JPG, PNG, GIF or WebP, up to 5\u00a0MB and 16\u00a0megapixels.',
  'logo.none': 'No logo. The default mark is shown.',
} as const satisfies Record<`${PictureSetting}${'' | '.help' | '.none'}`, string>;
