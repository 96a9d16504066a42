import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { chromium, type Page } from 'playwright-core';
import { type AdminSettings, adminSettingsSchema } from '#shared/contract/admin-settings.ts';
import type { Figure, Skipped } from './figure.ts';
import { startSavelet } from './server-process.ts';

const SAVES = 100;
const GOAL_P95_MS = 500;
const SETUP_CODE = 'bench setup code';
const SEEN_TIMEOUT_MS = 30_000;

interface Owner {
  /** Saves a title; returns when the request was sent (ms since 1970) and the resulting settings. */
  save(
    revision: number,
    title: string,
  ): Promise<{ readonly sentAt: number; readonly settings: AdminSettings }>;
}

/** Creates the owner's account with the setup code through the HTTP API. */
const signUpOwner = async (origin: string): Promise<Owner> => {
  const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
  const account = {
    name: 'Bench',
    email: 'bench@mail.example',
    password: 'blue kettle 42',
    setupCode: SETUP_CODE,
  };
  const signUp = await fetch(`${origin}/api/auth/sign-up`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  });
  if (!signUp.ok) throw new Error(`the owner could not sign up: ${await signUp.text()}`);
  const cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    async save(revision, title) {
      for (;;) {
        const sentAt = Date.now();
        const answer = await fetch(`${origin}/api/admin/settings`, {
          method: 'PATCH',
          headers: { ...headers, cookie },
          body: JSON.stringify({ revision, change: { title } }),
        });
        if (answer.ok) return { sentAt, settings: adminSettingsSchema.parse(await answer.json()) };
        if (answer.status !== 429) throw new Error(`a save was refused: ${await answer.text()}`);
        // Saves are rate-limited per account; the wait is not part of the measurement.
        const seconds = Number(answer.headers.get('retry-after') ?? '1');
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      }
    },
  };
};

/** Makes the page record when each title appears in its header. */
const recordTitles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Map<string, number>();
    Object.assign(globalThis, { seen });
    const header = document.querySelector('header');
    const record = () => {
      const [title = ''] = /Save \d+/.exec(header?.textContent ?? '') ?? [];
      if (!seen.has(title)) seen.set(title, Date.now());
    };
    new MutationObserver(record).observe(document.documentElement, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

const seenAt = async (page: Page, title: string): Promise<number> => {
  const handle = await page.waitForFunction(
    (expected) => (globalThis as unknown as { seen: Map<string, number> }).seen.get(expected),
    title,
    { timeout: SEEN_TIMEOUT_MS, polling: 20 },
  );
  return (await handle.jsonValue()) ?? 0;
};

const measure = async (origin: string, page: Page): Promise<number[]> => {
  const owner = await signUpOwner(origin);
  await page.goto(origin);
  // Once the settings are mirrored, the live stream is open.
  await page.waitForFunction(() => localStorage.getItem('navbarSettings') !== null);
  await recordTitles(page);
  const times: number[] = [];
  let revision = 0;
  for (let count = 1; count <= SAVES; count += 1) {
    const title = `Save ${String(count)}`;
    const { sentAt, settings } = await owner.save(revision, title);
    ({ revision } = settings.site);
    times.push((await seenAt(page, title)) - sentAt);
  }
  return times.sort((one, other) => one - other);
};

/** Measures the time from sending a save until another browser's open page shows its title, over a hundred saves. */
export const benchLive = async (): Promise<Figure[] | Skipped> => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) return { skipped: 'CHROMIUM_PATH names no browser' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const savelet = await startSavelet({ DATA_DIR: folder, SETUP_CODE });
  try {
    const times = await measure(savelet.origin, await browser.newPage());
    const at = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
    const what = 'live: from a save to another browser';
    return [
      { what: `${what}: p50`, value: at(0.5), unit: 'ms' },
      { what: `${what}: p95`, value: at(0.95), unit: 'ms', goal: { atMost: GOAL_P95_MS } },
    ];
  } finally {
    await browser.close();
    await savelet.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
