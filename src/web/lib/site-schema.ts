import * as z from 'zod/mini';
import {
  logoSchema,
  navbarSettingsSchema,
  type Site,
  siteSchema,
  socialLinksSchema,
  websiteTitleSchema,
} from '#shared/contract/site.ts';
import type { SiteSetting } from '#shared/contract/site-events.ts';

// A separate file, so that the validator is loaded when something must be validated and not with the page.

const storedContentSchema = z.object({ content: z.string() });

/** Parses the settings in a response body; returns null when they do not match the contract. */
export const readSite = (body: unknown): Site | null => z.safeParse(siteSchema, body).data ?? null;

/** Parsers of the stored texts by setting. Each throws on a value that does not match the contract. */
const READERS: Readonly<Record<SiteSetting, (text: string) => Partial<Site>>> = {
  title: (text) => ({ title: z.parse(websiteTitleSchema, text) }),
  logo: (text) => ({ logo: z.parse(logoSchema, text) }),
  socialLinks: (text) => ({ socialLinks: z.parse(socialLinksSchema, JSON.parse(text)) }),
  // 'true' means on; any other text means off.
  maintenance: (text) => ({ maintenance: text === 'true' }),
  content: (text) => ({ content: z.parse(storedContentSchema, JSON.parse(text)).content }),
  navbar: (text) => ({ navbar: z.parse(navbarSettingsSchema, JSON.parse(text)) }),
};

/**
 * Parses the text stored under a setting's key; returns an empty object when it does not match the contract. Never
 * throws.
 */
export function readStored(setting: SiteSetting, text: string): Partial<Site> {
  try {
    return READERS[setting](text);
  } catch {
    return {};
  }
}
