import type { OtherPosts } from '../page-shape.ts';
import { ID } from './tiktok-shapes.ts';

const OTHER_ID = '7411111111111111999';
const otherVideo = { id: OTHER_ID, video: { playAddr: 'https://v16.tiktokcdn.com/decoy/' } };

/** Data of other posts in pages of TikTok. */
export const tiktokOthers: OtherPosts = {
  block: {
    itemStruct: { id: OTHER_ID, video: { playAddr: 'https://v16-webapp-prime.us.tiktok.com/other/' } },
  },
  emptyCopies: {
    'webapp.photo-detail': { statusCode: 0 },
    [`/embed/v2/${ID}`]: { videoData: { itemInfos: { id: OTHER_ID } } },
  },
  values: [otherVideo, { statusCode: 0, itemInfo: { itemStruct: otherVideo } }],
};
