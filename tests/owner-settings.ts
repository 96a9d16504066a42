import { createHash } from 'node:crypto';
import type { SettingsChange } from '#shared/contract/admin-settings.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';
import type { App } from '../src/server/app.ts';
import type { SiteSettings } from '../src/server/settings/site-settings.ts';

export type PublicSettings = Pick<Site, SiteSetting>;

/** The settings as the owner changes them, one change after the other, without a panel. */
export interface OwnerSettings extends SiteSettings {
  /** Saves these settings, the logo given as the data URL pages carry, and gives what holds then. Throws when they are refused. */
  change(next: Partial<PublicSettings>): Promise<Site>;
}

/** Puts a picture where the upload would: no bytes but those of the data URL. */
const shelve = async ({ query }: App['database'], dataUrl: string): Promise<string> => {
  const hash = createHash('sha256').update(dataUrl).digest('hex');
  await query
    .insertInto('logos')
    .values({
      hash,
      bytes: Buffer.from('picture'),
      type: 'image/png',
      width: 64,
      height: 64,
      thumbnail: dataUrl,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash;
};

export const ownerSettings = ({ settings, database }: Pick<App, 'settings' | 'database'>): OwnerSettings => {
  let turn: Promise<unknown> = Promise.resolve();
  const save = async ({ logo, ...others }: Partial<PublicSettings>): Promise<Site> => {
    const change: SettingsChange = { ...others };
    if (logo !== undefined) change.logo = logo === null ? null : await shelve(database, logo);
    const { revision } = settings.current();
    const saved = await settings.save({ revision, change, author: { id: 'owner', name: 'Ann' } });
    if (!saved.ok) throw new Error(`the change was refused: ${saved.code}`);
    return saved.settings.site;
  };
  return {
    ...settings,
    change(next) {
      const saved = turn.then(() => save(next));
      turn = saved.catch(() => undefined);
      return saved;
    },
  };
};
