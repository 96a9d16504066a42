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

// A file of its own, so that the validator is loaded when something must be validated and not with the page.

const storedContentSchema = z.object({ content: z.string() });

/** The settings in an answer's body, or null when it is not what the contract says. */
export const readSite = (body: unknown): Site | null => z.safeParse(siteSchema, body).data ?? null;

/** Each reader throws on a value that is not what the contract says. */
const READERS: Readonly<Record<SiteSetting, (text: string) => Partial<Site>>> = {
  title: (text) => ({ title: z.parse(websiteTitleSchema, text) }),
  logo: (text) => ({ logo: z.parse(logoSchema, text) }),
  socialLinks: (text) => ({ socialLinks: z.parse(socialLinksSchema, JSON.parse(text)) }),
  // "'true' means on; anything else means off" (specification section 3).
  maintenance: (text) => ({ maintenance: text === 'true' }),
  content: (text) => ({ content: z.parse(storedContentSchema, JSON.parse(text)).content }),
  navbar: (text) => ({ navbar: z.parse(navbarSettingsSchema, JSON.parse(text)) }),
};

/** A setting as the text of its storage key holds it; empty when the text is not what the contract says. Never throws. */
export function readStored(setting: SiteSetting, text: string): Partial<Site> {
  try {
    return READERS[setting](text);
  } catch {
    return {};
  }
}
