import { SOCIAL_PLATFORMS, type SocialLink } from '#shared/contract/site.ts';
import { MESSAGES, SOCIAL_NAMES } from '#shared/messages.ts';
import { POSTS } from '../sample-posts.ts';
import { json } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { opensPost } from './result-stories.ts';

const group = 'Site settings';

const SOCIALS: SocialLink[] = SOCIAL_PLATFORMS.map((platform, index) => ({
  id: index + 1,
  platform,
  name: SOCIAL_NAMES[platform],
  icon: platform,
  color: '#0a66c2',
  url: `https://www.${platform}.example/harbour`,
}));

const LONG_TITLE = 'The Harbour Community Post Keeper';

export const SITE_STORIES: readonly Story[] = [
  {
    name: 'socials-empty',
    title: 'No social links',
    group,
    expects: [MESSAGES.socialLinksEmpty],
    show: 'footer',
  },
  {
    name: 'socials-ten',
    title: 'All ten social links',
    group,
    site: { socialLinks: SOCIALS },
    expects: SOCIALS.map(({ platform }) => ({ role: 'link', name: SOCIAL_NAMES[platform] }) as const),
    without: [MESSAGES.socialLinksEmpty],
    show: 'footer',
  },
  {
    name: 'long-title',
    title: 'A long title of the site',
    group,
    site: { title: LONG_TITLE },
    expects: ['The Harbour'],
    primary: 'Paste',
  },
  {
    name: 'result-long-title',
    title: 'The same above a result',
    group,
    site: { title: LONG_TITLE },
    routes: { 'POST /api/preview': json(POSTS.video) },
    expects: ['The Harbour'],
    play: opensPost,
  },
];
