import { LINK_FORM, LINK_LABELS, MESSAGES, PAGE, tryAgainIn } from '#shared/messages.ts';
import { REEL_LINK, TIKTOK_LINK } from '../sample-posts.ts';
import { never, problem } from '../scripted-network.ts';
import type { Story } from '../story.ts';

const group = 'Link form';
const fetching = { 'POST /api/preview': never } as const;
const limited = { 'POST /api/preview': problem('rate_limited', { retryAfter: 24 }) } as const;

export const FORM_STORIES: readonly Story[] = [
  {
    name: 'idle',
    title: 'Idle',
    group,
    expects: [PAGE.subtitle, LINK_FORM.hint, { role: 'button', name: LINK_FORM.pasteName }],
    primary: LINK_FORM.paste,
  },
  {
    name: 'idle-without-samples',
    title: 'Idle, samples switched off',
    group,
    site: { samples: false },
    expects: [LINK_FORM.hint],
    without: [LINK_FORM.samples],
    primary: LINK_FORM.paste,
  },
  {
    name: 'idle-without-clipboard',
    title: 'Idle, in a browser without clipboard access',
    group,
    environment: { clipboard: 'missing' },
    expects: [LINK_FORM.hint],
    primary: null,
  },
  {
    name: 'typing',
    title: 'Typing, nothing recognised yet',
    group,
    expects: [{ role: 'button', name: LINK_FORM.clear }],
    primary: LINK_FORM.submit,
    play: (visitor) => visitor.types('https://www.instagram.com/re'),
  },
  {
    name: 'recognised',
    title: 'Recognised link',
    group,
    expects: [LINK_LABELS.instagram.reel],
    primary: LINK_FORM.submit,
    play: (visitor) => visitor.types(REEL_LINK),
  },
  {
    name: 'clipboard-empty',
    title: 'Paste without a link on the clipboard',
    group,
    environment: { clipboard: { text: 'milk, bread, apples' } },
    expects: [LINK_FORM.clipboardEmpty],
    primary: LINK_FORM.paste,
    play: (visitor) => visitor.presses(LINK_FORM.pasteName),
  },
  {
    name: 'clipboard-refused',
    title: 'Paste refused by the browser',
    group,
    environment: { clipboard: 'refused' },
    expects: [LINK_FORM.clipboardRefused],
    primary: LINK_FORM.paste,
    play: (visitor) => visitor.presses(LINK_FORM.pasteName),
  },
  {
    name: 'validation-empty',
    title: 'Validation error: nothing entered',
    group,
    expects: [MESSAGES.urlRequired],
    primary: LINK_FORM.paste,
    play: (visitor) => visitor.entersField(),
  },
  {
    name: 'validation-invalid',
    title: 'Validation error: unsupported link',
    group,
    expects: [MESSAGES.urlInvalid],
    primary: LINK_FORM.submit,
    play: (visitor) => visitor.fetches('https://example.com/video'),
  },
  {
    name: 'validating',
    title: 'Validating the link',
    group,
    routes: fetching,
    expects: [MESSAGES.validating],
    primary: null,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      visitor.stopsTime();
      await visitor.presses(LINK_FORM.submit);
    },
  },
  {
    name: 'loading',
    title: 'Loading, the first six seconds, with the skeleton',
    group,
    routes: fetching,
    expects: [MESSAGES.fetching, LINK_FORM.loading],
    primary: null,
    play: (visitor) => visitor.fetches(REEL_LINK),
  },
  {
    name: 'loading-slow',
    title: 'Loading for more than six seconds',
    group,
    routes: fetching,
    expects: [LINK_FORM.loadingSlow],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(LINK_FORM.loading);
      await visitor.waits(6_100);
    },
  },
  {
    name: 'loading-cancel',
    title: 'Loading for more than fifteen seconds, with Cancel',
    group,
    routes: fetching,
    expects: [LINK_FORM.loadingSlow, { role: 'button', name: LINK_FORM.cancel }],
    primary: null,
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(LINK_FORM.loading);
      await visitor.waits(15_100);
    },
  },
  {
    name: 'loading-cancelled',
    title: 'Cancelled: the link is still in the field',
    group,
    routes: fetching,
    expects: [LINK_FORM.cancelled],
    primary: LINK_FORM.submit,
    play: async (visitor) => {
      await visitor.fetches(TIKTOK_LINK);
      await visitor.sees(LINK_FORM.loading);
      await visitor.waits(15_100);
      await visitor.presses(LINK_FORM.cancel);
    },
  },
  {
    name: 'skeleton',
    title: 'The skeleton of the result card',
    group,
    routes: fetching,
    expects: [MESSAGES.fetching],
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
      await visitor.presses(MESSAGES.tryAgain);
    },
  },
  {
    name: 'offline',
    title: 'Offline, link kept',
    group,
    expects: [LINK_FORM.offline],
    primary: null,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      await visitor.goesOffline();
    },
  },
  {
    name: 'back-online',
    title: 'Back online',
    group,
    expects: [LINK_LABELS.instagram.reel],
    primary: LINK_FORM.submit,
    play: async (visitor) => {
      await visitor.types(REEL_LINK);
      await visitor.goesOffline();
      await visitor.sees(LINK_FORM.offline);
      await visitor.comesBack();
    },
  },
];
