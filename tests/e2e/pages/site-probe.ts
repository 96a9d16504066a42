import type { BrowserContext, Page } from 'playwright-core';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';

/** The window event of each setting. */
const SITE_EVENT_NAMES = Object.values(SITE_SETTINGS).map(({ event }) => event);

/** A picture of one red pixel. */
export const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export const SOCIAL_LINK = {
  id: 1,
  platform: 'reddit',
  name: 'Reddit',
  icon: 'reddit',
  color: '#ff4500',
  url: 'https://reddit.example/r/harbour',
} as const;

/** Makes every page of the context collect its window events in `heard`, from before its own scripts run. */
export const recordEvents = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript((names) => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const name of names) addEventListener(name, () => heard.push(name));
  }, SITE_EVENT_NAMES);
};

export const eventsSeenBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);

/** Waits until the page has received the server's state and mirrored it to storage. */
export const untilMirrored = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => localStorage.getItem('navbarSettings') !== null);
};

/** Writes or removes a storage key, as another part of the site would. */
export const store = (page: Page, key: string, text: string | null): Promise<void> =>
  page.evaluate(
    ([name, value]) => {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, value);
    },
    [key, text] as const,
  );

export const raise = (page: Page, event: string): Promise<void> =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), event);
