import { pino } from 'pino';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openSiteSettings, type SiteSettings } from '../../../src/server/settings/site-settings.ts';

/** Long enough for several pages of the file: a torn save would show. */
const FILLER = 'long '.repeat(4_000);

/** Opens the settings as the product does, over a database. */
export const openNumbered = (database: Database): Promise<SiteSettings> =>
  openSiteSettings({
    database,
    log: pino({ level: 'silent' }),
    defaults: defaultSite({ updatedAt: '2026-01-02T03:04:05.678Z', samples: false, contactEmail: null }),
  });

/** The settings of a revision, each of which tells its number. */
export const numbered = (revision: number) => ({
  title: `Title ${revision}`,
  content: `<p>${FILLER}${revision}</p>`,
  maintenance: revision % 2 === 1,
});

/** Saves the next revision through the settings' own save, and gives its number. */
export const saveNext = async (settings: SiteSettings): Promise<number> => {
  const { revision } = settings.current();
  const saved = await settings.save({
    revision,
    change: numbered(revision + 1),
    author: { id: 'ann', name: 'Ann' },
  });
  if (!saved.ok) throw new Error(`not saved: ${saved.code}`);
  return saved.settings.site.revision;
};
