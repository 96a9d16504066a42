import type { SiteAbilities } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { CleanContent } from './settings/content/clean-content.ts';
import { type EngineSettings, openEngineSettings } from './settings/engine-settings.ts';
import { openSiteSettings } from './settings/site-settings.ts';

interface SettingsParts extends Pick<Parameters<typeof openEngineSettings>[0], 'secrets' | 'isSetUp'> {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Time at which the pages were built; the settings state it as their last change until somebody saves. */
  readonly builtAt: Date;
  /** Returns what the site can do with the chosen engines. */
  readonly abilitiesOf: (engineSettings: EngineSettings) => SiteAbilities;
  /** Replaces the sanitiser of the owner's content in tests. */
  readonly clean?: CleanContent | undefined;
}

/**
 * Opens the engine settings and the site settings, which are then read, saved and refreshed through the returned objects. A setting that
 * was never saved has its default from the configuration. A change of the engine settings also updates what the site can do.
 */
export const openSettings = async ({ config, builtAt, abilitiesOf, clean, ...parts }: SettingsParts) => {
  const engineSettings = await openEngineSettings({ ...parts, firstEngines: config.engines });
  const abilities = () => abilitiesOf(engineSettings);
  const { contactEmail, delivery, basePath } = config;
  const defaults = defaultSite({
    updatedAt: builtAt.toISOString(),
    contactEmail,
    delivery,
    ...abilities(),
  });
  const settings = await openSiteSettings({ ...parts, defaults, basePath, clean });
  engineSettings.onChange(() => settings.setAbilities(abilities()));
  return { engineSettings, settings };
};
