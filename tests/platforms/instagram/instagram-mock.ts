import type { MockPlatform } from '../../mock-platforms/mock-platform.ts';
import { instagramDelivery } from './instagram-delivery.ts';
import { instagramLargeSets, instagramPosts, makeReel, makeSet } from './instagram-posts.ts';
import { answerInstagram, INSTAGRAM_PAGE_FAULTS } from './instagram-site.ts';

/** Instagram as the mock server plays it. */
export const instagramMock: MockPlatform = {
  routed: [
    'instagram.com',
    '*.instagram.com',
    'instagr.am',
    'www.instagr.am',
    'ig.me',
    '*.cdninstagram.com',
    '*.fbcdn.net',
  ],
  site: { hosts: /(?:^|\.)(?:instagram\.com|instagr\.am|ig\.me)$/, answer: answerInstagram },
  delivery: instagramDelivery,
  posts: instagramPosts,
  largeSets: instagramLargeSets,
  faults: { pageFaults: INSTAGRAM_PAGE_FAULTS, makePost: makeReel, makeSet },
  shortLinks: {
    linkOf: (code) => `https://www.instagram.com/share/reel/B${code}/`,
    query: '?igsh=c3RhbmRpbg==',
    working: [
      ['https://www.instagram.com/share/reel/BMockOf01/', 'instagram reel'],
      ['https://www.instagram.com/share/p/BMockOf02/', 'instagram set'],
    ],
  },
  cobalt: { stemOf: ({ id }) => `instagram_${id}`, tunnels: false, listsOnePicture: false },
  idPattern: /^D[\w-]{10}$/,
  idOf: (number) => `DFault${String(number).padStart(5, '0')}`,
  linkOf: (id) => ({ kind: 'post', url: `https://www.instagram.com/p/${id}/` }),
};
