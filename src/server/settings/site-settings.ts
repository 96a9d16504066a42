import { isDeepStrictEqual } from 'node:util';
import { type Site, siteSchema } from '#shared/contract/site.ts';
import { SITE_EVENTS, type SiteSetting } from '#shared/contract/site-events.ts';

/** The settings the owner changes; the rest of a Site follows from them or from the server's own set-up. */
export type PublicSettings = Pick<Site, SiteSetting>;

/** Hears of a change once it holds. Must not throw: nobody it could tell is waiting. */
export type SiteListener = (changed: readonly SiteSetting[], site: Site) => void;

/** The one place public settings are read from and changed through. */
export interface SiteSettings {
  /** The settings as they are. The same object until a change, so identity tells whether something has changed. */
  current(): Site;
  /**
   * Puts the given settings in place of the present ones and gives the result; equal ones count as not given, and
   * with nothing left there is no new revision. Throws zod's error, changing nothing, when the result is not valid.
   */
  change(next: Partial<PublicSettings>): Site;
  /** Calls the listener after each change with the settings that differ; gives the way to stop. */
  onChange(listener: SiteListener): () => void;
}

const SETTINGS = Object.keys(SITE_EVENTS) as SiteSetting[];

/** Makes the settings from what holds at first, which is validated too (throws zod's error). `now` gives the time of a change. */
export const createSiteSettings = (initial: Site, now: () => Date = () => new Date()): SiteSettings => {
  // Parsing copies: neither the giver of the first settings nor of a change can alter them afterwards.
  let site = siteSchema.parse(initial);
  const listeners = new Set<SiteListener>();
  return {
    current: () => site,
    change(next) {
      const given = Object.fromEntries(
        SETTINGS.filter((setting) => next[setting] !== undefined).map((setting) => [setting, next[setting]]),
      );
      const changed = siteSchema.parse({
        ...site,
        ...given,
        revision: site.revision + 1,
        updatedAt: now().toISOString(),
      });
      const names = SETTINGS.filter((setting) => !isDeepStrictEqual(site[setting], changed[setting]));
      if (names.length === 0) return site;
      site = changed;
      for (const listener of listeners) listener(names, changed);
      return changed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
