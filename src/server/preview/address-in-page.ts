/** Tags that state a page's canonical address, in order of preference, and the attribute that holds it. */
const CANONICAL_TAGS: readonly (readonly [sign: RegExp, attribute: string])[] = [
  [/\brel\s*=\s*["']?canonical\b/i, 'href'],
  [/\bproperty\s*=\s*["']?og:url\b/i, 'content'],
];

const readAttribute = (tag: string, attribute: string): string | null => {
  const found = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&') ?? null;
};

/**
 * Returns the address a page declares as its own (canonical link, else `og:url`); null when it declares none. Runs in
 * linear time.
 */
export const findCanonicalAddress = (html: string): string | null => {
  const tags = html.match(/<(?:link|meta)\s[^<>]*>/gi) ?? [];
  for (const [sign, attribute] of CANONICAL_TAGS)
    for (const tag of tags) if (sign.test(tag)) return readAttribute(tag, attribute);
  return null;
};

/**
 * Returns the target of the only link in the body of a redirect response; null when the page has no link or several.
 */
export const findOnlyLink = (html: string): string | null => {
  const tags = html.match(/<a\s[^<>]*>/gi) ?? [];
  return tags.length === 1 && tags[0] !== undefined ? readAttribute(tags[0], 'href') : null;
};
