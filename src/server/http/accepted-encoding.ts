/**
 * Returns `br` if an Accept-Encoding header names it, otherwise `gzip` if the header names that, otherwise null (RFC 9110, 12.5.3). An
 * encoding with the weight 0 counts as not named; other weights do not matter.
 */
export const acceptedEncoding = (header: string | undefined): 'br' | 'gzip' | null => {
  const refused = /^q=0(?:\.0*)?$/;
  const allowed = new Set(
    (header ?? '').split(',').flatMap((part) => {
      const [name = '', weight = 'q=1'] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return refused.test(weight) ? [] : [name];
    }),
  );
  if (allowed.has('br')) return 'br';
  return allowed.has('gzip') ? 'gzip' : null;
};
