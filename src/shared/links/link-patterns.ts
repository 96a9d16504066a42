import type { LinkKind } from './parsed-link.ts';

/**
 * Accepted shape of a link, or a rejected one if `kind` is null. The first matching shape decides. In the template
 * `path`, `:name` is parsed by the reader of that name in param-readers.ts, and a final `*` matches any further
 * segments. `query` is the query parameter that contains the id instead, and the name of its reader.
 */
export interface LinkShape {
  readonly path: string;
  readonly query?: { readonly name: string; readonly reader: string };
  readonly kind: Exclude<LinkKind, 'sample'> | null;
  /** Template of the canonical link; `{id}` and `{user}` are replaced. */
  readonly url: string;
  /** Whether the query parameter `img_index` selects a picture of the post. */
  readonly indexed?: true;
}

/** Platform and accepted link shapes of a host. */
export interface HostRow {
  readonly platform: 'instagram' | 'tiktok';
  readonly shapes: readonly LinkShape[];
  /** Query parameter that contains the real link; set only for hosts that wrap links. */
  readonly nested?: string;
}

const REFUSED = { kind: null, url: '' } as const;

const INSTAGRAM_POST = 'https://www.instagram.com/p/{id}/';
const INSTAGRAM_SHARE = 'https://www.instagram.com/share';
const INSTAGRAM_HIGHLIGHT = 'https://www.instagram.com/stories/highlights/{id}/';

const INSTAGRAM_SHAPES: readonly LinkShape[] = [
  { path: 'p/:code/*', kind: 'post', url: INSTAGRAM_POST, indexed: true },
  // The page of a sound, not a post. Without this row it would match as a reel with the code 'audio'.
  { path: 'reels/audio/*', ...REFUSED },
  { path: 'reel/:code/*', kind: 'reel', url: INSTAGRAM_POST },
  { path: 'reels/:code/*', kind: 'reel', url: INSTAGRAM_POST },
  { path: 'tv/:code/*', kind: 'tv', url: INSTAGRAM_POST },
  { path: 'share/p/:token', kind: 'share', url: `${INSTAGRAM_SHARE}/p/{id}/` },
  { path: 'share/reel/:token', kind: 'share', url: `${INSTAGRAM_SHARE}/reel/{id}/` },
  { path: 'share/reels/:token', kind: 'share', url: `${INSTAGRAM_SHARE}/reels/{id}/` },
  { path: 'share/tv/:token', kind: 'share', url: `${INSTAGRAM_SHARE}/tv/{id}/` },
  { path: 'share/:token', kind: 'share', url: `${INSTAGRAM_SHARE}/{id}/` },
  { path: 'stories/highlights/:digits', kind: 'highlight', url: INSTAGRAM_HIGHLIGHT },
  { path: 's/:highlight', kind: 'highlight', url: INSTAGRAM_HIGHLIGHT },
  { path: 'stories/:user/:digits', kind: 'story', url: 'https://www.instagram.com/stories/{user}/{id}/' },
  { path: 'stories/:user', kind: 'story', url: 'https://www.instagram.com/stories/{user}/' },
  { path: ':user/p/:code/*', kind: 'post', url: INSTAGRAM_POST, indexed: true },
  { path: ':user/reels/audio/*', ...REFUSED },
  { path: ':user/reel/:code/*', kind: 'reel', url: INSTAGRAM_POST },
  { path: ':user/reels/:code/*', kind: 'reel', url: INSTAGRAM_POST },
  { path: ':user/tv/:code/*', kind: 'tv', url: INSTAGRAM_POST },
];

const TIKTOK_VIDEO = 'https://www.tiktok.com/@{user}/video/{id}';
/** All short-link hosts share the same codes. */
const TIKTOK_SHORT_LINK = 'https://vm.tiktok.com/{id}/';
const TIKTOK_PHOTO = 'https://www.tiktok.com/@{user}/photo/{id}';

const TIKTOK_SHAPES: readonly LinkShape[] = [
  { path: '@:handle/video/:digits/*', kind: 'video', url: TIKTOK_VIDEO },
  { path: '@:handle/photo/:digits/*', kind: 'photo', url: TIKTOK_PHOTO },
  { path: 'v/:digits.html', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'v/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'embed/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'embed/:version/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'player/:version/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'share/video/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 'i18n/share/video/:digits', kind: 'video', url: TIKTOK_VIDEO },
  { path: 't/:token', kind: 'share', url: TIKTOK_SHORT_LINK },
  // The query of these pages can contain the id of a post that the page does not show.
  { path: '@:handle/live/*', ...REFUSED },
  { path: '@:handle/story/*', ...REFUSED },
  { path: '@:handle/collection/*', ...REFUSED },
  { path: '@:handle/playlist/*', ...REFUSED },
  { path: 'music/*', ...REFUSED },
  { path: 'tag/*', ...REFUSED },
  { path: '*', query: { name: 'item_id', reader: 'digits' }, kind: 'video', url: TIKTOK_VIDEO },
  { path: '*', query: { name: 'share_item_id', reader: 'digits' }, kind: 'video', url: TIKTOK_VIDEO },
];

const TIKTOK_SHORT_SHAPES: readonly LinkShape[] = [{ path: ':token', kind: 'share', url: TIKTOK_SHORT_LINK }];

/** Shapes of hosts that serve both pages and short links: a single path segment there can be either. */
const TIKTOK_MIXED_SHAPES: readonly LinkShape[] = [
  ...TIKTOK_SHAPES,
  { path: ':mixedToken', kind: 'share', url: TIKTOK_SHORT_LINK },
];

const APP_SHAPES: readonly LinkShape[] = [
  { path: '', query: { name: 'id', reader: 'mediaPk' }, kind: 'post', url: INSTAGRAM_POST },
];

const INSTAGRAM: HostRow = { platform: 'instagram', shapes: INSTAGRAM_SHAPES };
const TIKTOK: HostRow = { platform: 'tiktok', shapes: TIKTOK_SHAPES };
const TIKTOK_SHORT: HostRow = { platform: 'tiktok', shapes: TIKTOK_SHORT_SHAPES };
const TIKTOK_MIXED: HostRow = { platform: 'tiktok', shapes: TIKTOK_MIXED_SHAPES };

/** Complete host names. Partial comparison would accept hosts such as `instagram.com.evil.example`. */
const HOSTS: ReadonlyMap<string, HostRow> = new Map([
  ['instagram.com', INSTAGRAM],
  ['www.instagram.com', INSTAGRAM],
  ['m.instagram.com', INSTAGRAM],
  ['instagr.am', INSTAGRAM],
  ['www.instagr.am', INSTAGRAM],
  ['l.instagram.com', { platform: 'instagram', shapes: [], nested: 'u' }],
  ['instagram://media', { platform: 'instagram', shapes: APP_SHAPES }],
  ['tiktok.com', TIKTOK],
  ['www.tiktok.com', TIKTOK],
  ['m.tiktok.com', TIKTOK_MIXED],
  ['t.tiktok.com', TIKTOK_MIXED],
  ['pro.tiktok.com', TIKTOK_MIXED],
  ['lite.tiktok.com', TIKTOK_MIXED],
  ['vm.tiktok.com', TIKTOK_SHORT],
  ['vt.tiktok.com', TIKTOK_SHORT],
  ['tiktokv.com', TIKTOK],
  ['www.tiktokv.com', TIKTOK],
  ['m.tiktokv.com', TIKTOK],
]);

/**
 * Mirrors that fix embeds in chats, with the platform's paths under another host. Links are rewritten; mirrors are
 * never contacted.
 */
const MIRRORS: ReadonlyMap<string, string> = new Map([
  ['ddinstagram.com', 'instagram.com'],
  ['kkinstagram.com', 'instagram.com'],
  ['uuinstagram.com', 'instagram.com'],
  ['eeinstagram.com', 'instagram.com'],
  ['tnktok.com', 'tiktok.com'],
  ['vxtiktok.com', 'tiktok.com'],
  ['tfxktok.com', 'tiktok.com'],
  ['tiktxk.com', 'tiktok.com'],
]);

/** Host labels of the mirrors for display modes (direct, gallery, album). */
const MIRROR_LABELS: ReadonlySet<string> = new Set(['www', 'd', 'g', 'a']);

/**
 * Returns the row of a lower-case host name (`scheme://host` for an app link). A mirror has the row of its platform.
 * Returns null for an unknown host.
 */
export const findHost = (host: string): HostRow | null => {
  const own = HOSTS.get(host);
  if (own !== undefined) return own;
  const dot = host.indexOf('.');
  const base = MIRRORS.get(host) ?? MIRRORS.get(host.slice(dot + 1));
  if (base === undefined) return null;
  const label = MIRRORS.has(host) ? 'www' : host.slice(0, dot);
  return HOSTS.get(`${MIRROR_LABELS.has(label) ? 'www' : label}.${base}`) ?? null;
};
