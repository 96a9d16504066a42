import * as z from 'zod/mini';
import { backups } from '#messages/backups.ts';
import {
  type AdminSettings,
  type SettingValues,
  savedSettingSchemas,
} from '#shared/contract/admin-settings.ts';
import { chosenProviderSchema } from '#shared/contract/chosen-provider.ts';
import { type EngineSettingsDocument, engineSettingSchemas } from '#shared/contract/engines.ts';
import { siteSettingSchemas } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { parseJson } from '#shared/parse-json.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { snapshotOf } from '../../../../state/panel/edited-settings.ts';
import { subjectName } from '../../describe-value.ts';

/**
 * Schema of the settings file: the settings of the site and of the engines without their revisions, the logo as pages show it, and the
 * extraction service without its key.
 */
const fileSchema = z.object({
  savelet: z.literal('settings'),
  site: z.partial(z.object({ ...savedSettingSchemas, logo: siteSettingSchemas.logo })),
  engines: z.partial(
    z.object({
      ...engineSettingSchemas,
      provider: z.nullable(z.pick(chosenProviderSchema, { service: true, host: true })),
    }),
  ),
});
export type SettingsFile = z.infer<typeof fileSchema>;

const SITE_NAMES = Object.keys(savedSettingSchemas) as (keyof SettingValues)[];

/** Returns the content of a settings file with the current settings. */
export const createSettingsFile = (
  current: AdminSettings,
  { revision: _, provider, ...engines }: EngineSettingsDocument,
): Required<SettingsFile> => ({
  savelet: 'settings',
  site: { ...snapshotOf(current, SITE_NAMES).values, logo: current.site.logo },
  engines: { ...engines, provider: provider && { service: provider.service, host: provider.host } },
});

/**
 * Returns the settings in the text of a file, or the sentence that says why the file cannot be used: it contains no settings, or values
 * that this version does not accept.
 */
export const readSettingsFile = (content: string): SettingsFile | string => {
  const { data, error } = z.safeParse(z.pipe(z.transform(parseJson), fileSchema), content);
  if (data !== undefined) return data;
  const names = new Set(error.issues.map(({ path }) => path[1]));
  if (names.has(undefined)) return text(backups, 'notSettings');
  const words = Array.from(names, (name) => {
    const action = String(name) in savedSettingSchemas ? 'settings_saved' : 'engines_saved';
    return subjectName({ action, subject: String(name) });
  });
  return text(backups, 'refused', { names: words.join(', ') });
};

/** Returns the entries of `values` that differ from those of `current`. */
export const differingValues = <Values extends object>(values: Values, current: object): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(value, current[name as keyof typeof current])),
  ) as Values;
