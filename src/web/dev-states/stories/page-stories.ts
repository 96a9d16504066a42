import { PAGE } from '#shared/messages.ts';
import type { Story } from '../story.ts';

const group = 'Page sections';

export const PAGE_STORIES: readonly Story[] = [
  {
    name: 'menu-open',
    title: 'The open menu on a phone',
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
    title: 'Page not found',
    group,
    notFound: true,
    expects: [PAGE.notFound],
    primary: 'Paste',
  },
];
