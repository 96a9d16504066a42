import { errorHelp } from '#messages/error-help.ts';
import { hero } from '#messages/hero.ts';
import { linkForm } from '#messages/link-form.ts';
import { linkLabels } from '#messages/link-labels.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { text } from '#shared/messages/text.ts';
import { tryAgainLabel } from '../../../src/web/state/countdown.ts';
import { REEL_LINK, TIKTOK_LINK } from '../sample-posts.ts';
import { never, problem } from '../scripted-network.ts';
import type { Story } from '../story.ts';

const fetching = { 'POST /api/preview': never } as const;
const limited = { 'POST /api/preview': problem('rate_limited', { retryAfter: 24 }) } as const;

export const FORM_STORIES: readonly Story[] = [
  {
    name: 'idle',
    expects: [
      text(hero, 'subtitle'),
      text(linkForm, 'hint'),
      { role: 'button', name: text(linkForm, 'pasteName') },
    ],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'idle-without-samples',
    site: { samples: false },
    expects: [text(linkForm, 'hint')],
    without: [text(linkForm, 'samples')],
    primary: text(linkForm, 'paste'),
  },
  {
    name: 'idle-without-clipboard',
    environment: { clipboard: 'missing' },
    expects: [text(linkForm, 'hint')],
    primary: null,
  },
  {
    name: 'typing',
    expects: [{ role: 'button', name: text(linkForm, 'clear') }],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/re'),
  },
  {
    name: 'recognised',
    expects: [text(linkLabels, 'instagram.reel')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types(REEL_LINK),
  },
  {
    name: 'story-unreadable',
    site: { readsStories: false },
    expects: [text(linkForm, 'storyUnreadable')],
    without: [text(linkLabels, 'instagram.story')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/stories/ferry.notes/3141592653589793238/'),
  },
  {
    name: 'story',
    expects: [text(linkLabels, 'instagram.story')],
    without: [text(linkForm, 'storyUnreadable')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.types('https://www.instagram.com/stories/ferry.notes/3141592653589793238/'),
  },
  {
    name: 'clipboard-empty',
    environment: { clipboard: { text: 'milk, bread, apples' } },
    expects: [text(linkForm, 'clipboardEmpty')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.presses(text(linkForm, 'pasteName')),
  },
  {
    name: 'clipboard-refused',
    environment: { clipboard: 'refused' },
    expects: [text(linkForm, 'clipboardRefused')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.presses(text(linkForm, 'pasteName')),
  },
  {
    name: 'validation-empty',
    expects: [text(previewFlow, 'urlRequired')],
    primary: text(linkForm, 'paste'),
    play: (visitor) => visitor.entersField(),
  },
  {
    name: 'validation-invalid',
    expects: [text(previewFlow, 'urlInvalid')],
    primary: text(linkForm, 'submit'),
    play: (visitor) => visitor.fetches('https://example.com/video'),
  },
  {
    name: 'validating',
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
    routes: fetching,
    expects: [text(previewFlow, 'fetching'), text(linkForm, 'loading')],
    primary: null,
    play: (visitor) => visitor.fetches(REEL_LINK),
  },
  {
    name: 'loading-cancel',
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
    name: 'countdown',
    routes: limited,
    expects: [tryAgainLabel(24)],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(REEL_LINK);
      await visitor.presses(text(previewFlow, 'tryAgain'));
    },
  },
  {
    name: 'other-platform-free',
    routes: limited,
    expects: [text(linkLabels, 'tiktok.video')],
    without: [tryAgainLabel(24), tryAgainLabel(23)],
    primary: text(linkForm, 'submit'),
    show: '#link-form',
    play: async (visitor) => {
      await visitor.fetches(REEL_LINK);
      await visitor.sees(tryAgainLabel(24));
      await visitor.types(TIKTOK_LINK);
    },
  },
  {
    name: 'own-limit',
    routes: { 'POST /api/preview': problem('rate_limited', { retryAfter: 24, ownLimit: true }) },
    expects: [tryAgainLabel(24), text(errorHelp, 'ownLimit')],
    primary: null,
    show: '#link-form',
    play: async (visitor) => {
      await visitor.fetches(REEL_LINK);
      await visitor.sees(tryAgainLabel(24));
      await visitor.types(TIKTOK_LINK);
    },
  },
  {
    name: 'offline',
    expects: [text(linkForm, 'offline')],
    primary: null,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      await visitor.goesOffline();
    },
  },
  {
    name: 'offline-empty',
    expects: [text(linkForm, 'offlineEmpty')],
    without: [text(linkForm, 'offline')],
    primary: 'Paste',
    play: (visitor) => visitor.goesOffline(),
  },
  {
    name: 'back-online',
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
