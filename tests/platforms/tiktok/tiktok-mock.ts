import type { MockPlatform } from '../../mock-platforms/mock-platform.ts';
import { tiktokDelivery } from './tiktok-delivery.ts';
import { makeVideo, tiktokLargeSets, tiktokPosts } from './tiktok-posts.ts';
import { answerTiktok, TIKTOK_PAGE_FAULTS } from './tiktok-site.ts';

/** TikTok as the mock server plays it. */
export const tiktokMock: MockPlatform = {
  routed: [
    'tiktok.com',
    '*.tiktok.com',
    '*.tiktokcdn.com',
    '*.tiktokcdn-us.com',
    '*.tiktokcdn-eu.com',
    '*.tiktokv.com',
    '*.tiktokv.us',
    '*.tiktokv.eu',
    '*.ibyteimg.com',
    '*.byteimg.com',
    '*.muscdn.com',
  ],
  site: { hosts: /(?:^|\.)tiktok\.com$/, answer: answerTiktok },
  delivery: tiktokDelivery,
  posts: tiktokPosts,
  largeSets: tiktokLargeSets,
  faults: { pageFaults: TIKTOK_PAGE_FAULTS, makePost: makeVideo },
  shortLinks: {
    linkOf: (code) => `https://vm.tiktok.com/Z${code}/`,
    query: '?_r=1&_t=mock',
    working: [
      ['https://vm.tiktok.com/ZMockOf1/', 'tiktok video'],
      ['https://vt.tiktok.com/ZMockOf2/', 'tiktok pictures'],
      ['https://www.tiktok.com/t/ZMockOf3/', 'tiktok video without variants'],
    ],
  },
  cobalt: {
    stemOf: ({ username, id }) => `tiktok_${username}_${id}`,
    tunnels: true,
    listsOnePicture: true,
  },
  idPattern: /^7\d{18}$/,
  idOf: (number) => `74000000000000${String(number).padStart(5, '0')}`,
  linkOf: (id) => ({ kind: 'video', url: `https://www.tiktok.com/@_/video/${id}` }),
};
