/**
 * Returns the preferred encoding that an Accept-Encoding header allows (RFC 9110, 12.5.3); null for an uncompressed
 * response.
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
