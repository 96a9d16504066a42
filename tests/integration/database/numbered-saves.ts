import { pino } from 'pino';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { Database } from '../../../src/server/base/db/database.ts';
import { openSiteSettings, type SiteSettings } from '../../../src/server/site/settings/site-settings.ts';

/** Long enough for several pages of the file, so that a torn save shows. */
const FILLER = 'long '.repeat(4_000);

/** Opens the settings on a database as the product does. */
export const openNumbered = (database: Database): Promise<SiteSettings> =>
  openSiteSettings({
    database,
    log: pino({ level: 'silent' }),
    defaults: defaultSite({
      updatedAt: '2026-01-02T03:04:05.678Z',
      samples: false,
      readsStories: false,
      contactEmail: null,
    }),
  });

/** Returns the settings of a revision; every value contains the revision number. */
export const numbered = (revision: number) => ({
  title: `Title ${revision}`,
  content: `<p>${FILLER}${revision}</p>`,
  maintenance: revision % 2 === 1,
});

/** Saves the next revision through the product's own save, and returns its number. */
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
