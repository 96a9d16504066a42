import { defaultNavbar } from '#messages/default-navbar.ts';
import { hero } from '#messages/hero.ts';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import type { Story } from '../story.ts';

export const PAGE_STORIES: readonly Story[] = [
  {
    name: 'menu-open',
    only: 'narrow',
    expects: [
      { role: 'button', name: text(publicPage, 'closeMenu') },
      { role: 'link', name: text(defaultNavbar, 'faqs') },
    ],
    play: (visitor) => visitor.presses(text(publicPage, 'openMenu')),
  },
  { name: 'not-found', notFound: true, expects: [text(hero, 'notFound')], primary: 'Paste' },
];
