import { RETIRED_ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import type { Environment } from './variable-names.ts';

/** Setting of an earlier version: the start goes on without it and says what to do. */
interface RetiredSetting {
  /** Matches the names of its variables. */
  readonly names: RegExp;
  /** Returns whether a value is retired; absent if all are. */
  readonly isRetired?: (value: string) => boolean;
  /** Matches the names of further variables, which mean nothing without this one and are not read either. */
  readonly without?: RegExp;
  /** Returns what is read instead of the value; absent if nothing is. */
  readonly replace?: (value: string) => string;
  readonly advice: string;
}

const CHOICE = `PROVIDER_PRESET can be ${SERVICE_NAMES.join(', ')}`;
const PROVIDER = /^PROVIDER_(?:HOST|PRESET|API_KEY(?:_FILE)?)$/;

const entriesOf = (list: string): readonly string[] => list.split(',').map((entry) => entry.trim());
const isRetiredEngine = (name: string): boolean => RETIRED_ENGINE_NAMES.some((retired) => retired === name);

const RETIRED_SETTINGS: readonly RetiredSetting[] = [
  {
    names: /^PROVIDER_[23]_(?:HOST|PRESET|API_KEY|DEFINITION)(?:_FILE)?$/,
    advice: `there is one provider. To use this one, set PROVIDER_HOST, PROVIDER_PRESET and PROVIDER_API_KEY; ${CHOICE}`,
  },
  {
    names: /^PROVIDER_DEFINITION(?:_FILE)?$/,
    without: PROVIDER,
    advice: `providers cannot be described any more, so no provider is set up. ${CHOICE}; for another service, unset PROVIDER_HOST too`,
  },
  {
    names: /^PROVIDER_PRESET$/,
    isRetired: (value) => ['index', 'smvd', 'media-data', 'hiker', 'tikhub'].includes(value),
    without: PROVIDER,
    advice: `this service is not supported any more, so no provider is set up. ${CHOICE}`,
  },
  {
    names: /^ENGINES$/,
    isRetired: (value) => entriesOf(value).some(isRetiredEngine),
    replace: (value) =>
      [...new Set(entriesOf(value).map((name) => (isRetiredEngine(name) ? 'provider' : name)))].join(),
    advice: `write provider instead of ${RETIRED_ENGINE_NAMES.join(' and ')}: there is one provider`,
  },
  {
    names: /^WEB_CONCURRENCY$/,
    advice:
      'one process serves. To use more cores, run several instances behind the proxy with DATABASE_URL (PostgreSQL), and unset this',
  },
];

/**
 * Returns the environment with retired settings removed or replaced, and for each kind of setting found a sentence that says what to set
 * instead.
 */
export const withoutRetired = (
  environment: Environment,
): { readonly environment: Environment; readonly advice: readonly string[] } => {
  const kept = new Map(Object.entries(environment));
  const advice = RETIRED_SETTINGS.flatMap(({ names, isRetired, without, replace, advice: sentence }) => {
    const found = [...kept].filter(([name, value = '']) => {
      const text = value.trim();
      return names.test(name) && text !== '' && (isRetired?.(text) ?? true);
    });
    for (const [name, value = ''] of found)
      if (replace === undefined) kept.delete(name);
      else kept.set(name, replace(value));
    if (found.length === 0) return [];
    for (const name of kept.keys()) if (without?.test(name) === true) kept.delete(name);
    return [`${found.map(([name]) => name).join(', ')}: ${sentence}`];
  });
  return { environment: Object.fromEntries(kept), advice };
};
