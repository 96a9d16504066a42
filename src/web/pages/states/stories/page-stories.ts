import { PAGE } from '#shared/messages.ts';
import { POSTS } from '../sample-posts.ts';
import { json } from '../scripted-network.ts';
import type { Story } from '../story.ts';
import { opensPost } from './result-stories.ts';

const group = 'Page sections';

export const PAGE_STORIES: readonly Story[] = [
  {
    name: 'menu-open',
    title: 'The menu of a phone',
    group,
    only: 'narrow',
    expects: [
      { role: 'button', name: PAGE.closeMenu },
      { role: 'link', name: PAGE.links.faqs },
    ],
    play: (visitor) => visitor.presses(PAGE.openMenu),
  },
  {
    name: 'not-found',
    title: 'A page that is not here',
    group,
    notFound: true,
    expects: [PAGE.notFound],
    primary: 'Paste',
  },
  {
    name: 'long-title',
    title: 'A long title of the site',
    group: 'Site settings',
    site: { title: 'The Harbour Community Post Keeper' },
    expects: ['The Harbour'],
  },
  {
    name: 'result-long-title',
    title: 'The same above a result',
    group: 'Site settings',
    site: { title: 'The Harbour Community Post Keeper' },
    routes: { 'POST /api/preview': json(POSTS.video) },
    expects: ['The Harbour'],
    play: opensPost,
  },
];
