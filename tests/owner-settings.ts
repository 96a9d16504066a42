import { createHash } from 'node:crypto';
import type { SettingsChange } from '#shared/contract/admin-settings.ts';
import type { LegalTexts } from '#shared/contract/legal-texts.ts';
import { PICTURE_SETTINGS, type PictureSetting, type Site, type SiteSetting } from '#shared/contract/site.ts';
import type { App } from '../src/server/app.ts';
import type { SiteSettings } from '../src/server/site/settings/site-settings.ts';

export type PublicSettings = Pick<Site, SiteSetting>;

/** Site settings that a test can change as the owner does, one change after the other, without a panel. */
export interface OwnerSettings extends SiteSettings {
  /**
   * Saves the given settings (pictures as the data URLs that pages carry) and returns the resulting site. Throws when
   * the change is rejected.
   */
  change(next: Partial<PublicSettings & LegalTexts>): Promise<Site>;
}

/** Stores the row of a picture that contains only its data URL, and returns its hash. */
const insertPicture = async ({ query }: App['database'], dataUrl: string): Promise<string> => {
  const hash = createHash('sha256').update(dataUrl).digest('hex');
  await query
    .insertInto('logos')
    .values({
      hash,
      bytes: Buffer.from(dataUrl.split(',')[1] ?? '', 'base64'),
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

export const createOwnerSettings = ({
  settings,
  database,
}: Pick<App, 'settings' | 'database'>): OwnerSettings => {
  let lastSave: Promise<unknown> = Promise.resolve();
  const save = async (next: Partial<PublicSettings & LegalTexts>): Promise<Site> => {
    const hashes: Partial<Record<PictureSetting, string>> = {};
    for (const setting of PICTURE_SETTINGS) {
      const dataUrl = next[setting];
      if (typeof dataUrl === 'string') hashes[setting] = await insertPicture(database, dataUrl);
    }
    const change: SettingsChange = { ...next, ...hashes };
    const { revision } = settings.current();
    const saved = await settings.save({ revision, change, author: { id: 'owner', name: 'Ann' } });
    if (!saved.ok) throw new Error(`the change was rejected: ${saved.code}`);
    return saved.settings.site;
  };
  return {
    ...settings,
    change(next) {
      const saved = lastSave.then(() => save(next));
      lastSave = saved.catch(() => undefined);
      return saved;
    },
  };
};
