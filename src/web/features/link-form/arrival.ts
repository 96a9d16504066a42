import { sitePath } from '#shared/base-path.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import { readPathLink } from '#shared/links/path-link.ts';

/** What the URL of the visit names: a text with a link, or a sample post (`sample` is its link). */
export type Arrival =
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'sample'; readonly sample: string };

/** Query parameters in which the web share target passes a shared text. Apps put the link in any of them. */
const LINK_PARAMETERS = ['url', 'tx', 'st'] as const;

/**
 * Reads the link or the sample in the URL of the visit: `/https://…`, a platform's path such as `/p/CODE/`, `/?url=…`, `/?tx=…&st=…`
 * (shared into the installed app), `/#https://…` and `/?sample=…`. Takes the parts of `location` unchanged. Returns null for a URL without
 * any of these. The returned link may be one that the form does not accept.
 */
export function readArrival({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Arrival | null {
  const link = readPathLink(pathname.slice(sitePath('').length) + search);
  if (link !== null) return { kind: 'link', text: link };
  const query = new URLSearchParams(search);
  const texts = LINK_PARAMETERS.map((name) => query.get(name) ?? '').filter((text) => text.trim() !== '');
  if (/^#https?:/i.test(hash)) texts.push(decodeFragment(hash.slice(1)));
  const text = texts.find((candidate) => parseLink(candidate).ok) ?? texts[0];
  if (text !== undefined) return { kind: 'link', text };
  const sample = `/?sample=${query.get('sample') ?? ''}`;
  return parseSampleLink(sample).ok ? { kind: 'sample', sample } : null;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
