import type { OtherPosts } from '../page-shape.ts';
import { CODE } from './instagram-shapes.ts';

const FILES = 'https://scontent.cdninstagram.com/v';
const DECOY = `${FILES}/decoy`;
const OTHER_CODE = 'Cq7_Other01';

const otherReel = {
  code: OTHER_CODE,
  shortcode: OTHER_CODE,
  pk: '3079333185782270000',
  media_type: 2,
  is_video: true,
  video_url: `${DECOY}.mp4`,
  display_url: `${DECOY}.jpg`,
  video_versions: [{ url: `${DECOY}.mp4` }],
  image_versions2: { candidates: [{ url: `${DECOY}.jpg` }] },
};

/** Data of other posts in pages of Instagram. */
export const instagramOthers: OtherPosts = {
  block: {
    xig_polaris_media: {
      code: OTHER_CODE,
      if_not_gated_logged_out: {
        code: OTHER_CODE,
        media_type: 2,
        video_versions: [{ url: `${FILES}/other.mp4` }],
      },
    },
  },
  emptyCopies: {
    xig_polaris_media: { code: CODE, if_not_gated_logged_out: { code: CODE, caption: { text: 'a title' } } },
    pinned: { code: CODE, image_versions2: { candidates: [{ url: `${DECOY}.jpg` }] } },
    other: { shortcode_media: { display_url: `${DECOY}.jpg` } },
  },
  values: [
    otherReel,
    { xig_polaris_media: { code: OTHER_CODE, if_not_gated_logged_out: otherReel } },
    { shortcode_media: otherReel },
  ],
};
