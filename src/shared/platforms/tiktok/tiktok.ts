import { digits, token, wrappedLink } from '../param-readers.ts';
import { type LinkShape, type ParamReader, type Platform, REJECTED, wrappedShape } from '../platform.ts';

const VIDEO = 'https://www.tiktok.com/@{user}/video/{id}';
const PHOTO = 'https://www.tiktok.com/@{user}/photo/{id}';
/** Canonical form of every short link, because all short-link hosts share the same codes. */
const SHORT_LINK = 'https://vm.tiktok.com/{id}/';

const SHAPES = [
  wrappedShape('login/*', 'redirect_url'),
  { path: ':locale/@:user/video/:digits/*', kind: 'video', url: VIDEO },
  { path: ':locale/@:user/photo/:digits/*', kind: 'photo', url: PHOTO },
  { path: '@:user/video/:digits/*', kind: 'video', url: VIDEO },
  { path: '@:user/photo/:digits/*', kind: 'photo', url: PHOTO },
  { path: 'v/:digits.html', kind: 'video', url: VIDEO },
  { path: 'v/:digits', kind: 'video', url: VIDEO },
  { path: 'embed/:digits', kind: 'video', url: VIDEO },
  { path: 'embed/:version/:digits', kind: 'video', url: VIDEO },
  { path: 'player/:version/:digits', kind: 'video', url: VIDEO },
  { path: 'share/video/:digits', kind: 'video', url: VIDEO },
  { path: 'i18n/share/video/:digits', kind: 'video', url: VIDEO },
  { path: 't/:token', kind: 'share', url: SHORT_LINK },
  // The query of these pages can contain the id of a post that the page does not show.
  { path: '@:user/live/*', ...REJECTED },
  { path: '@:user/story/*', ...REJECTED },
  { path: '@:user/collection/*', ...REJECTED },
  { path: '@:user/playlist/*', ...REJECTED },
  { path: 'music/*', ...REJECTED },
  { path: 'tag/*', ...REJECTED },
  { path: '*', query: { name: 'item_id', reader: 'digits' }, kind: 'video', url: VIDEO },
  { path: '*', query: { name: 'share_item_id', reader: 'digits' }, kind: 'video', url: VIDEO },
] as const satisfies readonly LinkShape[];

const SHORT_SHAPES = [
  { path: ':token', kind: 'share', url: SHORT_LINK },
] as const satisfies readonly LinkShape[];

/** Shapes of hosts that serve both pages and short links: a single path segment there can be either. */
const MIXED_SHAPES = [
  ...SHAPES,
  { path: ':mixedToken', kind: 'share', url: SHORT_LINK },
] as const satisfies readonly LinkShape[];

/**
 * Accepts the code of a short link, which contains a capital or a digit; returns null for a lower-case word, which names a page ('foryou',
 * 'login').
 */
const mixedToken: ParamReader = (raw) => (/[A-Z0-9]/.test(raw) ? token(raw) : null);

const version: ParamReader = (raw) => (/^v[0-9]+$/.test(raw) ? raw : null);

const locale: ParamReader = (raw) => (/^[a-z]{2,3}(?:-[a-z]{2,8})*$/i.test(raw) ? raw : null);

/** Shapes of the app's own links. Each edition of the app has a scheme of its own. */
const APP_SHAPES = [
  { path: 'detail/:digits', kind: 'video', url: VIDEO },
] as const satisfies readonly LinkShape[];

/**
 * Returns the handle, or an empty one for any other text, such as a placeholder of a single character ('@_', '@i', '@a'). Never returns
 * null: TikTok opens the same post for any handle.
 */
const user: ParamReader = (raw) => (/^[A-Za-z0-9._-]{2,64}$/.test(raw) ? raw : '');

export const tiktok = {
  id: 'tiktok',
  name: 'TikTok',
  glyph: 'M10.5 10.6a5 5 0 1 0 3.6 4.8V3.2c.4 3 2.5 5 5.4 5.2',
  domain: 'tiktok.com',
  hosts: {
    'tiktok.com': { shapes: SHAPES },
    'www.tiktok.com': { shapes: SHAPES },
    'm.tiktok.com': { shapes: MIXED_SHAPES },
    't.tiktok.com': { shapes: MIXED_SHAPES },
    'pro.tiktok.com': { shapes: MIXED_SHAPES },
    'lite.tiktok.com': { shapes: MIXED_SHAPES },
    'vm.tiktok.com': { shapes: SHORT_SHAPES },
    'vt.tiktok.com': { shapes: SHORT_SHAPES },
    'tiktokv.com': { shapes: SHAPES },
    'www.tiktokv.com': { shapes: SHAPES },
    'm.tiktokv.com': { shapes: SHAPES },
    'snssdk1233://aweme': { shapes: APP_SHAPES },
    'snssdk1180://aweme': { shapes: APP_SHAPES },
  },
  appSchemes: ['snssdk1233', 'snssdk1180'],
  mirrors: ['tnktok.com', 'vxtiktok.com', 'tfxktok.com', 'tiktxk.com'],
  readers: { token, mixedToken, digits, version, locale, user, wrapped: wrappedLink },
} as const satisfies Platform;
