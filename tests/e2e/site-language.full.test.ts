import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningProcess, START_SCRIPT, startProcess } from '../integration/process/running-process.ts';
import { copyWithLanguage, MADE_UP_LANGUAGE } from '../made-up-language.ts';
import { launchBrowser } from './browser.ts';

const BUILD = ['scripts/run.mjs', 'build'];

let browser: Browser;
let copy: ReturnType<typeof copyWithLanguage>;
let server: RunningProcess;
let origin: string;
const inLanguage = (args: readonly string[], language = MADE_UP_LANGUAGE) =>
  startProcess(args, { SITE_LANGUAGE: language }, { cwd: copy.folder });

/** Runs `npm run build` in the copy; resolves with its output. */
const build = async (): Promise<string> => {
  const running = await inLanguage(BUILD);
  const { code } = await running.ended;
  expect({ code, errors: running.errors() }).toEqual({ code: 0, errors: '' });
  const output = running.output();
  await running.remove();
  return output;
};

beforeAll(async () => {
  copy = copyWithLanguage();
  await build();
  server = await inLanguage(START_SCRIPT);
  [browser, origin] = await Promise.all([launchBrowser(), server.origin()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.remove()]);
  copy?.remove();
});

const open = async (path: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(`${origin}${path}`);
  return page;
};

describe('a site in another language', () => {
  it('shows its sentences on the page, and English where it has none', async () => {
    const page = await open('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('en-x-harbour');
    await expect.poll(() => page.getByRole('button', { name: 'Haul it in' }).count()).toBe(1);
    expect(await page.getByLabel('Instagram or TikTok link').count()).toBe(1);
    await page.getByLabel('Instagram or TikTok link').fill('https://www.instagram.com/p/');
    expect(await page.getByRole('button', { name: 'Haul it in' }).count()).toBe(1);
  });

  it('shows them in the panel', async () => {
    const page = await open('/admin/login');
    await page.getByRole('heading', { name: 'Come aboard' }).waitFor();
    expect(await page.getByLabel('Email').count()).toBe(1);
  });

  it('answers with them', async () => {
    const response = await fetch(`${origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/' }),
    });
    expect(await response.json()).toMatchObject({ code: 'link_invalid', detail: 'No ship of that name' });
  });

  it('is built again when the language changes, and only then', async () => {
    expect(await build()).not.toContain('building');
    const running = await inLanguage(BUILD, 'en');
    await expect.poll(() => running.output()).toContain('building');
    await running.remove();
  });
});
