import { RETIRED_ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import type { Environment } from './variable-names.ts';

/** Setting of an earlier version. The server starts without it, and tells the operator in `advice` what to do. */
interface RetiredSetting {
  /** Matches the names of the variables of the setting. */
  readonly namePattern: RegExp;
  /** Returns whether a value of the variable is retired; absent if all values are. */
  readonly isRetired?: (value: string) => boolean;
  /** Matches the names of further variables, which mean nothing without this setting and are not read either. */
  readonly dependentPattern?: RegExp;
  /** Returns the value that is read instead of a retired one; absent if the variable is not read at all. */
  readonly replace?: (value: string) => string;
  /** Sentence that says what to set instead. */
  readonly advice: string;
}

const PRESET_ADVICE = `PROVIDER_PRESET can be ${SERVICE_NAMES.join(', ')}`;
const PROVIDER = /^PROVIDER_(?:HOST|PRESET|API_KEY(?:_FILE)?)$/;

const entriesOf = (list: string): readonly string[] => list.split(',').map((entry) => entry.trim());
const isRetiredEngine = (name: string): boolean => RETIRED_ENGINE_NAMES.some((retired) => retired === name);

const RETIRED_SETTINGS: readonly RetiredSetting[] = [
  {
    namePattern: /^PROVIDER_[23]_(?:HOST|PRESET|API_KEY|DEFINITION)(?:_FILE)?$/,
    advice: `there is one provider. To use this one, set PROVIDER_HOST, PROVIDER_PRESET and PROVIDER_API_KEY; ${PRESET_ADVICE}`,
  },
  {
    namePattern: /^PROVIDER_DEFINITION(?:_FILE)?$/,
    dependentPattern: PROVIDER,
    advice: `providers cannot be described any more, so no provider is set up. ${PRESET_ADVICE}; for another service, unset PROVIDER_HOST too`,
  },
  {
    namePattern: /^PROVIDER_PRESET$/,
    isRetired: (value) => ['index', 'smvd', 'media-data', 'hiker', 'tikhub'].includes(value),
    dependentPattern: PROVIDER,
    advice: `this service is not supported any more, so no provider is set up. ${PRESET_ADVICE}`,
  },
  {
    namePattern: /^ENGINES$/,
    isRetired: (value) => entriesOf(value).some(isRetiredEngine),
    replace: (value) =>
      [...new Set(entriesOf(value).map((name) => (isRetiredEngine(name) ? 'provider' : name)))].join(),
    advice: `write provider instead of ${RETIRED_ENGINE_NAMES.join(' and ')}: there is one provider`,
  },
  {
    namePattern: /^WEB_CONCURRENCY$/,
    advice:
      'one process serves. To use more cores, run several instances behind the proxy with DATABASE_URL (PostgreSQL), and unset this',
  },
];

/**
 * Returns the environment with retired settings removed or replaced, and for each kind of retired setting found a sentence that says what
 * to set instead.
 */
export const replaceRetiredSettings = (
  environment: Environment,
): { readonly environment: Environment; readonly advice: readonly string[] } => {
  const kept = new Map(Object.entries(environment));
  const advice = RETIRED_SETTINGS.flatMap(
    ({ namePattern, isRetired, dependentPattern, replace, advice: sentence }) => {
      const found = [...kept].filter(([name, value = '']) => {
        const text = value.trim();
        return namePattern.test(name) && text !== '' && (isRetired?.(text) ?? true);
      });
      for (const [name, value = ''] of found)
        if (replace === undefined) kept.delete(name);
        else kept.set(name, replace(value));
      if (found.length === 0) return [];
      for (const name of kept.keys()) if (dependentPattern?.test(name) === true) kept.delete(name);
      return [`${found.map(([name]) => name).join(', ')}: ${sentence}`];
    },
  );
  return { environment: Object.fromEntries(kept), advice };
};
