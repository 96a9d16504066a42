import { SERVICE_ADDRESSES } from '#shared/contract/extraction-services.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { type Config, createConfig } from './config.ts';
import { environmentSchema } from './environment-schema.ts';
import { replaceRetiredSettings } from './retired-settings.ts';
import { readSecretFiles, SECRET_FILE_VARIABLES } from './secret-files.ts';
import { StartError } from './start-error.ts';
import {
  type Environment,
  misspelledVariables,
  similarVariables,
  UNSUPPORTED_VARIABLES,
  unsupportedMistakes,
} from './variable-names.ts';

/** Thrown for an invalid environment. The message lists every mistake but no values, because they may be secrets. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
    );
    this.mistakes = mistakes;
  }
}

/** Names of the variables that are read, without their `…_FILE` variants. docs/configuration.md documents each one. */
export const CONFIG_VARIABLES = Object.keys(environmentSchema.shape);

const KNOWN_VARIABLES = [...CONFIG_VARIABLES, ...SECRET_FILE_VARIABLES, ...UNSUPPORTED_VARIABLES];

/** Returns those of the named variables that are set and not blank, trimmed. */
const pick = (environment: Environment, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

const mistakeOf = (name: string, sentence: string): string =>
  sentence.startsWith('=') ? `${name}${sentence}` : `${name} ${sentence}`;

/**
 * Reads the configuration from an environment and from the files that its `…_FILE` variables name. A blank variable counts as unset. Throws
 * ConfigError with all mistakes.
 */
export const readConfig = (allVariables: Environment): Config => {
  const { environment } = replaceRetiredSettings(allVariables);
  const files = readSecretFiles(pick(environment, SECRET_FILE_VARIABLES));
  const direct = pick(environment, CONFIG_VARIABLES);
  const given = { ...files.values, ...direct };
  const parsed = environmentSchema.safeParse(given);
  const mistakes = [
    ...misspelledVariables(environment, KNOWN_VARIABLES),
    ...unsupportedMistakes(pick(environment, UNSUPPORTED_VARIABLES)),
    ...files.mistakes,
    ...Object.keys(files.values)
      .filter((name) => direct[name] !== undefined)
      .map((name) => `${name} and ${name}_FILE are both set: keep one of them`),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => mistakeOf(String(issue.path[0]), issue.message))),
  ];
  mistakes.push(...providerMistakes(given));
  if (given['COBALT_API_KEY'] !== undefined && given['COBALT_URL'] === undefined)
    mistakes.push('COBALT_URL is missing while COBALT_API_KEY is set');
  if (given['OUTBOUND_PROXY_MODE'] === 'fallback' && given['OUTBOUND_PROXY'] === undefined)
    mistakes.push('OUTBOUND_PROXY is missing while OUTBOUND_PROXY_MODE is fallback');
  if (!parsed.success || mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);
  return createConfig(parsed.data, given, environment['PATH'] ?? '');
};

/**
 * Returns a warning for each kind of retired setting, and for each variable that is not read although its name resembles one that is. None
 * of these prevents the start.
 */
export const describeUnreadVariables = (allVariables: Environment): readonly string[] => {
  const { environment, advice } = replaceRetiredSettings(allVariables);
  return [...advice, ...similarVariables(environment, CONFIG_VARIABLES, KNOWN_VARIABLES)];
};

const providerMistakes = (givenTexts: Readonly<Record<string, string>>): readonly string[] => {
  const { PROVIDER_HOST: host, PROVIDER_PRESET: service = 'download' } = givenTexts;
  // The default service says nothing about whether there is one.
  const needing = service === 'download' ? 'PROVIDER_API_KEY' : 'PROVIDER_PRESET';
  const hasAddress = host !== undefined || typeof ownEntry(SERVICE_ADDRESSES, service) === 'string';
  const isMissing = !hasAddress && givenTexts[needing] !== undefined;
  return isMissing ? [`PROVIDER_HOST is missing while ${needing} is set`] : [];
};
