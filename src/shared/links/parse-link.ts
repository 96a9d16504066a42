import { linkLabels } from '#messages/link-labels.ts';
import type { ContentType } from '../contract/content-type.ts';
import { POST_ITEMS_MAX } from '../limits.ts';
import { text } from '../messages/text.ts';
import type { ListedPlatform, PlatformId } from '../platforms/platforms.ts';
import { findHost } from './find-host.ts';
import { findLinks } from './find-link.ts';
import { matchShape, type ShapeMatch } from './match-shape.ts';
import type { LinkKind, LinkResult, ParsedLink } from './parsed-link.ts';
import { percentDecode } from './percent-decode.ts';

const INVALID: LinkResult = { ok: false, code: 'invalid' };
const EMPTY: LinkResult = { ok: false, code: 'empty' };

const PARTS = /^([a-z0-9]+):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i;
const DEFAULT_PORT: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

interface LinkParts {
  /** Lower-case host; `scheme://host` for an app link. */
  readonly host: string;
  readonly segments: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

const readQuery = (text: string): ReadonlyMap<string, string> => {
  const query = new Map<string, string>();
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? '' : percentDecode(pair.slice(equals + 1));
    if (value !== null && !query.has(name)) query.set(name, value);
  }
  return query;
};

/**
 * Splits a link into its parts; returns null if a path segment is wrongly percent-encoded. Leaves out such query parameters. Does not use
 * `URL`, which accepts forms that attackers use: backslashes, look-alike letters, user information.
 */
const splitLink = (link: string): LinkParts | null => {
  const [, rawScheme = '', authority = '', path = '', query = ''] = PARTS.exec(link) ?? [];
  const scheme = rawScheme.toLowerCase();
  const port = DEFAULT_PORT[scheme];
  const host = authority.toLowerCase();
  const bare = port !== undefined && host.endsWith(port) ? host.slice(0, -port.length) : host;
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    const segment = percentDecode(raw);
    if (segment === null) return null;
    if (segment !== '') segments.push(segment);
  }
  return { host: port === undefined ? `${scheme}://${bare}` : bare, segments, query: readQuery(query) };
};

const readIndex = (match: ShapeMatch, query: ReadonlyMap<string, string>): number | null => {
  const raw = match.shape.indexed === true ? query.get('img_index') : undefined;
  if (raw === undefined || !/^[1-9][0-9]?$/.test(raw)) return null;
  return Number(raw) <= POST_ITEMS_MAX ? Number(raw) : null;
};

const contentTypeOf = (kind: LinkKind, itemIndex: number | null): ContentType => {
  switch (kind) {
    case 'reel':
      return 'reels';
    case 'story':
    case 'highlight':
      return 'story';
    case 'photo':
      return 'photos';
    case 'post':
      return itemIndex === null ? 'video' : 'photos';
    default:
      return 'video';
  }
};

/**
 * Returns whether one of the path segments is the post's code (`id`) followed by a key for followers of `keyCharacters` characters. The
 * canonical link contains only the code.
 */
const hasFollowersKey = (
  segments: readonly string[],
  id: string,
  keyCharacters: number | undefined,
): boolean =>
  id !== '' &&
  segments.some((segment) => segment.length - id.length === keyCharacters && segment.startsWith(id));

const labels: Readonly<Partial<Record<`${PlatformId}.${LinkKind}`, string>>> = linkLabels;

const buildLink = (
  platform: ListedPlatform,
  match: ShapeMatch & { readonly kind: LinkKind },
  itemIndex: number | null,
  segments: readonly string[],
): ParsedLink => {
  const { id, user, shape, kind } = match;
  const filled = shape.url.replace('{user}', user === '' ? '_' : user).replace('{id}', id);
  return {
    platform: platform.id,
    kind,
    // A link to all stories of an account has no story id, so the handle identifies it.
    id: id === '' ? user : id,
    username: user === '' ? null : user,
    ...(hasFollowersKey(segments, id, platform.followersKeyCharacters)
      ? { forFollowers: true as const }
      : {}),
    url: itemIndex === null ? filled : `${filled}?img_index=${itemIndex}`,
    itemIndex,
    contentType: contentTypeOf(kind, itemIndex),
    label: labels[`${platform.id}.${kind}`] ?? platform.name,
  };
};

const readLink = (link: string, mayBeWrapped: boolean): ParsedLink | null => {
  const parts = splitLink(link);
  const host = parts === null ? null : findHost(parts.host);
  if (parts === null || host === null) return null;
  const { platform } = host;
  const match = matchShape(host.shapes, parts.segments, parts.query, platform.readers);
  if (match === null) return null;
  const { kind, id } = match;
  if (kind !== 'wrapped')
    return buildLink(platform, { ...match, kind }, readIndex(match, parts.query), parts.segments);
  const inner = id.startsWith('/') ? `https://www.${platform.domain}${id}` : findLinks(id)[0];
  return mayBeWrapped && inner !== undefined ? readLink(inner, false) : null;
};

/**
 * Returns the first link to a post in a pasted text: `link` is the parsed link, `written` the link as `findLinks` found it. Returns null if
 * the text contains no link to a post. Never throws.
 */
export const findPostLink = (
  text: string,
): { readonly link: ParsedLink; readonly written: string } | null => {
  for (const written of findLinks(text.trim())) {
    const link = readLink(written, true);
    if (link !== null) return { link, written };
  }
  return null;
};

/**
 * Parses the first link to a post in a pasted text and rebuilds it from its parts. Returns 'empty' for blank text and
 * 'invalid' if the text contains no link to a post. Never throws.
 */
export const parseLink = (text: string): LinkResult => {
  if (text.trim() === '') return EMPTY;
  const found = findPostLink(text);
  return found === null ? INVALID : { ok: true, link: found.link };
};

const SAMPLE_LINKS: ReadonlyMap<
  string,
  { readonly id: 'clip' | 'set' | 'sound'; readonly tab: ContentType }
> = new Map([
  ['/?sample=clip', { id: 'clip', tab: 'video' }],
  ['/?sample=set', { id: 'set', tab: 'photos' }],
  ['/?sample=sound', { id: 'sound', tab: 'video' }],
]);

/**
 * Parses the link of a built-in sample post, which must be exactly `/?sample=clip`, `/?sample=set` or `/?sample=sound`.
 * Returns 'empty' for blank text and 'invalid' for any other text. Separate from `parseLink`, so that a pasted link
 * never leads to a sample post.
 */
export const parseSampleLink = (url: string): LinkResult => {
  const sample = SAMPLE_LINKS.get(url);
  if (sample === undefined) return url.trim() === '' ? EMPTY : INVALID;
  return {
    ok: true,
    link: {
      platform: 'sample',
      kind: 'sample',
      id: sample.id,
      username: null,
      url,
      itemIndex: null,
      contentType: sample.tab,
      label: text(linkLabels, `sample.${sample.id}`),
    },
  };
};
