/** What a tag calls itself when it names the page's own address, and where the address stands. */
const CANONICAL_TAGS: readonly (readonly [sign: RegExp, attribute: string])[] = [
  [/\brel\s*=\s*["']?canonical\b/i, 'href'],
  [/\bproperty\s*=\s*["']?og:url\b/i, 'content'],
];

const readAttribute = (tag: string, attribute: string): string | null => {
  const found = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&') ?? null;
};

/** Gives the address a page says it stands at (canonical link, then `og:url`), null where it says none. Runs in linear time. */
export const findCanonicalAddress = (html: string): string | null => {
  const tags = html.match(/<(?:link|meta)\s[^<>]*>/gi) ?? [];
  for (const [sign, attribute] of CANONICAL_TAGS)
    for (const tag of tags) if (sign.test(tag)) return readAttribute(tag, attribute);
  return null;
};

/** Gives where the one link of a "moved" page leads, null where there is none or more than one. */
export const findOnlyLink = (html: string): string | null => {
  const tags = html.match(/<a\s[^<>]*>/gi) ?? [];
  return tags.length === 1 && tags[0] !== undefined ? readAttribute(tags[0], 'href') : null;
};

/** Gives the name of the route Instagram built a page by, null for any other page. Its error pages come with status 200. */
export const findInstagramRoute = (html: string): string | null =>
  /"canonicalRouteName"\s*:\s*"([\w.]{1,200})"/.exec(html)?.[1] ?? null;
