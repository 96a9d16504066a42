/**
 * Variables that only a later version will read. Setting one is an error, because ignoring it silently would suggest
 * that it works.
 */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  REDIS_URL: 'each process keeps its own limits and caches',
  OUTBOUND_PROXY_MODE: 'OUTBOUND_PROXY is always used',
  OUTBOUND_PROXY_PER_HOUR: 'reads through OUTBOUND_PROXY are not limited',
  MEDIA_PROXY: 'there is no proxy for media alone',
  METRICS_TOKEN: 'there is no /metrics',
};

/** Values that describe the present behaviour and are therefore accepted. */
const ACCEPTED: Readonly<Record<string, string>> = { OUTBOUND_PROXY_MODE: 'always' };

/** Names of the unsupported variables and of their `…_FILE` variants. */
export const UNSUPPORTED_VARIABLES: readonly string[] = [
  ...Object.keys(UNSUPPORTED),
  'REDIS_URL_FILE',
  'METRICS_TOKEN_FILE',
];

/** Returns a message for each unsupported variable that is set. */
export const unsupportedMistakes = (given: Readonly<Record<string, string>>): string[] =>
  Object.entries(given)
    .filter(([name, value]) => ACCEPTED[name] !== value)
    .map(([name]) => {
      const explanation = UNSUPPORTED[name.replace(/_FILE$/, '')] ?? '';
      return `${name} is not supported yet: ${explanation}; unset it`;
    });
