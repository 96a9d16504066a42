import { hero } from '#messages/hero.ts';
import { linkForm } from '#messages/link-form.ts';
import { linkLabels } from '#messages/link-labels.ts';
import { moreLinksOffer } from '#messages/more-links-offer.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import { tryAgainIn } from '../../state/countdown.ts';
import { POSTS, REEL_LINK, TIKTOK_LINK } from '../sample-posts.ts';
import { json, never, problem } from '../scripted-network.ts';
import type { Story } from '../story.ts';

const group = 'Link form';
const fetching = { 'POST /api/preview': never } as const;
const limited = { 'POST /api/preview': problem('rate_limited', { retryAfter: 24 }) } as const;

export const FORM_STORIES: readonly Story[] = [
  {
    name: 'idle',
    title: 'Idle',
    group,
    expects: [
      text(hero, 'subtitle'),
      text(linkForm, 'hint'),
      { role: 'button', name: text(linkForm, 'pasteName') },
    ],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'idle-without-samples',
    title: 'Idle, samples switched off',
    group,
    site: { samples: false },
    expects: [text(linkForm, 'hint')],
    without: [text(linkForm, 'samples')],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'idle-without-clipboard',
    title: 'Idle, in a browser without clipboard access',
    group,
    environment: { clipboard: 'missing' },
    expects: [text(linkForm, 'hint')],
    primary: null,
  },
  {
    name: 'typing',
    title: 'Typing, nothing recognised yet',
    group,
    expects: [{ role: 'button', name: text(linkForm, 'clear') }],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/re'),
  },
  {
    name: 'recognised',
    title: 'Recognised link',
    group,
    expects: [text(linkLabels, 'instagram.reel')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types(REEL_LINK),
  },
  {
    name: 'story-unreadable',
    title: 'A story link, on a site that cannot read stories',
    group,
    site: { readsStories: false },
    expects: [text(linkForm, 'storyUnreadable')],
    without: [text(linkLabels, 'instagram.story')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/stories/ferry.notes/3141592653589793238/'),
  },
  {
    name: 'story-tab-unreadable',
    title: 'The Story tab, on a site that cannot read stories',
    group,
    site: { readsStories: false },
    expects: [text(linkForm, 'storyUnreadable')],
    without: [text(linkForm, 'hint')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.presses(text(linkForm, 'typeNames.story')),
  },
  {
    name: 'story',
    title: 'A story link, on a site that may read stories',
    group,
    expects: [text(linkLabels, 'instagram.story')],
    without: [text(linkForm, 'storyUnreadable')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/stories/ferry.notes/3141592653589793238/'),
  },
  {
    name: 'clipboard-empty',
    title: 'Paste without a link on the clipboard',
    group,
    environment: { clipboard: { text: 'milk, bread, apples' } },
    expects: [text(linkForm, 'clipboardEmpty')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.presses(text(linkForm, 'pasteName')),
  },
  {
    name: 'clipboard-refused',
    title: 'Paste refused by the browser',
    group,
    environment: { clipboard: 'refused' },
    expects: [text(linkForm, 'clipboardRefused')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.presses(text(linkForm, 'pasteName')),
  },
  {
    name: 'validation-empty',
    title: 'Validation error: nothing entered',
    group,
    expects: [text(previewFlow, 'urlRequired')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.entersField(),
  },
  {
    name: 'validation-invalid',
    title: 'Validation error: unsupported link',
    group,
    expects: [text(previewFlow, 'urlInvalid')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.fetches('https://example.com/video'),
  },
  {
    name: 'validating',
    title: 'Validating the link',
    group,
    routes: fetching,
    expects: [text(previewFlow, 'validating')],
    primary: null,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      visitor.stopsTime();
      await visitor.presses(text(linkForm, 'submit'));
    },
  },
  {
    name: 'loading',
    title: 'Loading, the first six seconds, with the skeleton',
    group,
    routes: fetching,
    expects: [text(previewFlow, 'fetching'), text(linkForm, 'loading')],
    primary: null,
    play: (visitor) => visitor.fetches(REEL_LINK),
  },
  {
    name: 'loading-slow',
    title: 'Loading for more than six seconds',
    group,
    routes: fetching,
    expects: [text(linkForm, 'loadingSlow')],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(text(linkForm, 'loading'));
      await visitor.waits(6_100);
    },
  },
  {
    name: 'loading-cancel',
    title: 'Loading for more than fifteen seconds, with Cancel',
    group,
    routes: fetching,
    expects: [text(linkForm, 'loadingSlow'), { role: 'button', name: text(linkForm, 'cancel') }],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(text(linkForm, 'loading'));
      await visitor.waits(15_100);
    },
  },
  {
    name: 'loading-cancelled',
    title: 'Cancelled: the link is still in the field',
    group,
    routes: fetching,
    expects: [text(linkForm, 'cancelled')],
    primary: text(linkForm, 'submit'),
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(text(linkForm, 'loading'));
      await visitor.waits(15_100);
      await visitor.presses(text(linkForm, 'cancel'));
    },
  },
  {
    name: 'two-links',
    title: 'Two pasted links: the first is shown, the second is offered',
    group,
    routes: { 'POST /api/preview': json(POSTS.video) },
    expects: [
      text(moreLinksOffer, 'found', { count: 1 }),
      { role: 'button', name: text(moreLinksOffer, 'next') },
    ],
    primary: 'Download',
    show: '[data-testid="more-links"]',
    play: async (visitor) => {
      await visitor.fetches(`${REEL_LINK} ${TIKTOK_LINK}`);
      await visitor.sees(text(previewFlow, 'previewLoaded'));
      await visitor.waits(4_000);
    },
  },
  {
    name: 'two-links-first-failed',
    title: 'Two pasted links: the first fails, the second is offered',
    group,
    routes: { 'POST /api/preview': problem('gone') },
    expects: [text(previewFlow, 'gone'), { role: 'button', name: text(moreLinksOffer, 'next') }],
    primary: text(linkForm, 'submit'),
    play: async (visitor) => {
      await visitor.fetches(`${REEL_LINK} ${TIKTOK_LINK}`);
      await visitor.sees(text(previewFlow, 'gone'));
    },
  },
  {
    name: 'skeleton',
    title: 'The skeleton of the result card',
    group,
    routes: fetching,
    expects: [text(previewFlow, 'fetching')],
    primary: null,
    show: '[data-testid="preview-skeleton"]',
    play: (visitor) => visitor.fetches(REEL_LINK),
  },
  {
    name: 'countdown',
    title: 'Countdown after a rate limit, link kept',
    group,
    routes: limited,
    expects: [tryAgainIn(24)],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(REEL_LINK);
      await visitor.presses(text(previewFlow, 'tryAgain'));
    },
  },
  {
    name: 'offline',
    title: 'Offline, link kept',
    group,
    expects: [text(linkForm, 'offline')],
    primary: null,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      await visitor.goesOffline();
    },
  },
  {
    name: 'offline-empty',
    title: 'Offline without a link',
    group,
    expects: [text(linkForm, 'offlineEmpty')],
    without: [text(linkForm, 'offline')],
    primary: 'Paste',
    play: (visitor) => visitor.goesOffline(),
  },
  {
    name: 'back-online',
    title: 'Back online',
    group,
    expects: [text(linkLabels, 'instagram.reel')],
    primary: text(linkForm, 'submit'),
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      await visitor.goesOffline();
      await visitor.sees(text(linkForm, 'offline'));
      await visitor.comesBack();
    },
  },
];
