import { isContentHref } from '#shared/content-allow-list.ts';
import { completeMail } from '../web-address.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/iu;
/** Matches 'example.org' and 'example.org:8080/page': a host name with a dot, optionally with a port and with a path, query or fragment. */
const BARE_HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#].*)?$/u;

const completed = (typed: string): string =>
  BARE_HOST.test(typed) ? `https://${typed}` : completeMail(typed);

/**
 * Converts a typed text to a link target that content may have: a web address, an email address, a page of this site or an anchor on the
 * page. Returns null for any other text.
 */
export const linkAddress = (typed: string): string | null => {
  const address = completed(typed.trim());
  if (!isContentHref(address)) return null;
  if (!HAS_SCHEME.test(address)) return address !== '#' && !/\s/u.test(address) ? address : null;
  // Safari 17 has no `URL.parse`.
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'mailto:' ? (url.pathname === '' ? null : address) : url.href;
};
