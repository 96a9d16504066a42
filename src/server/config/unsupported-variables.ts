/** Variables that a later version will read. Ignoring one in silence would let its owner believe that it works. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  REDIS_URL: 'each process keeps its own limits and caches',
  OUTBOUND_PROXY_MODE: 'OUTBOUND_PROXY is always used',
  OUTBOUND_PROXY_PER_HOUR: 'reads through OUTBOUND_PROXY are not limited',
  MEDIA_PROXY: 'there is no proxy for media alone',
  METRICS_TOKEN: 'there is no /metrics',
};

/** Values that name what is done anyway. */
const ACCEPTED: Readonly<Record<string, string>> = { OUTBOUND_PROXY_MODE: 'always' };

/** The names of those variables, and of the files some of them could be read from. */
export const UNSUPPORTED_VARIABLES: readonly string[] = [
  ...Object.keys(UNSUPPORTED),
  'REDIS_URL_FILE',
  'METRICS_TOKEN_FILE',
];

/** Gives one sentence for each such variable that is set. */
export const unsupportedMistakes = (given: Readonly<Record<string, string>>): string[] =>
  Object.entries(given)
    .filter(([name, value]) => ACCEPTED[name] !== value)
    .map(([name]) => {
      const explanation = UNSUPPORTED[name.replace(/_FILE$/, '')] ?? '';
      return `${name} is not supported yet: ${explanation}; unset it`;
    });
