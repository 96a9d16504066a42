import { defaultNavbar } from '#messages/default-navbar.ts';
import { hero } from '#messages/hero.ts';
import { keptSaves } from '#messages/kept-saves.ts';
import { publicPage } from '#messages/public-page.ts';
import { text } from '#shared/messages/text.ts';
import type { Story } from '../story.ts';
import { STORY_NOW } from '../story-boot.ts';

const RECORD = {
  total: 104_857_600,
  isEncoded: false,
  type: 'video/mp4',
  etag: null,
  lastModified: null,
  filename: 'instagram_video_DQuayWalk01_2026-03-02.mp4',
  ticket: 'ticket',
};

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
  {
    name: 'kept-saves',
    expects: [
      text(keptSaves, 'received', { received: '40.00 MB', total: '100.00 MB' }),
      { role: 'button', name: text(keptSaves, 'resume') },
      { role: 'button', name: text(keptSaves, 'delete') },
      text(keptSaves, 'expired'),
    ],
    show: '[aria-labelledby="kept-saves"]',
    environment: {
      kept: [
        { record: { ...RECORD, started: STORY_NOW }, received: 41_943_040 },
        { record: { ...RECORD, started: 0 }, received: 1 },
      ],
    },
    play: (visitor) => visitor.sees(text(keptSaves, 'expired')),
  },
  { name: 'not-found', notFound: true, expects: [text(hero, 'notFound')], primary: 'Paste' },
];
