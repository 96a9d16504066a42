import type { AdminSettings, SettingsChange } from '#shared/contract/admin-settings.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { Snapshot } from './draft.ts';

/** Settings in the format in which they are saved; the logo is given by its hash. */
export type SettingValues = { [Name in keyof SettingsChange]-?: Exclude<SettingsChange[Name], undefined> };

/** Returns the server's state of these settings in the format in which they are saved. */
export function snapshotOf<Name extends SiteSetting>(
  { site, logo, lastSave }: AdminSettings,
  names: readonly Name[],
): Snapshot<Pick<SettingValues, Name>> {
  const all: SettingValues = {
    title: site.title,
    logo: logo?.hash ?? null,
    navbar: site.navbar,
    socialLinks: site.socialLinks,
    content: site.content,
    maintenance: site.maintenance,
  };
  const values = Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<SettingValues, Name>;
  return { revision: site.revision, values, lastSave };
}
