import * as z from 'zod/mini';
import { type Site, type SiteSetting, siteSchema, siteSettingSchemas } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';

// A separate file, so that the validator is loaded when something must be validated and not with the page.

/** Parses the settings in a response body; returns null when they do not match the contract. */
export const readSite = (body: unknown): Site | null => z.safeParse(siteSchema, body).data ?? null;

/**
 * Returns a setting, under its name, from the text stored in the browser; null stands for an absent key and means the default. Returns an
 * empty object when the text does not match the contract. Never throws.
 */
export function readStored(setting: SiteSetting, text: string | null): Partial<Site> {
  if (text === null) return { [setting]: SITE_SETTINGS[setting].default };
  try {
    return { [setting]: z.parse(siteSettingSchemas[setting], SITE_SETTINGS[setting].decode(text)) };
  } catch {
    return {};
  }
}
