import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminEnginesSchema } from '../src/shared/contract/engines.ts';
import { sectionTitles } from '../src/shared/messages/en/section-titles.ts';
import { SECTION_IDS } from '../src/shared/section-ids.ts';
import { type InProcessProduct, startInProcessProduct } from '../tests/e2e/in-process-product.ts';
import { faultLink } from '../tests/mock-platforms/faults.ts';
import { mockPosts } from '../tests/mock-platforms/posts.ts';
import { takePicture } from './take-picture.ts';

/** Low WebP quality, because text makes lossy pictures large. */
const QUALITY = 25;
const README_QUALITY = 90;
const SCALES = { 390: 1, 1280: 0.75 } as const;
const SIZES = { 390: { width: 390, height: 844 }, 1280: { width: 1280, height: 860 } } as const;
const WIDTHS = [390, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Pictures of the panel that the README shows. */
const README_SHOTS = [
  { name: 'general-unsaved', width: 1280, theme: 'light', file: 'panel-general-1280-light' },
  { name: 'content', width: 1280, theme: 'dark', file: 'panel-content-1280-dark' },
  { name: 'accounts', width: 390, theme: 'light', file: 'panel-accounts-390-light' },
] as const;

type Reach = (page: Page) => Promise<unknown>;

interface PanelState {
  readonly name: string;
  readonly path: string;
  /** Account whose browser shows it. */
  readonly as: 'owner' | 'waiting' | 'stranger';
  readonly heading: string;
  readonly reach?: Reach;
}

/** Opens the first folded part whose summary has this text. */
const unfold = (page: Page, summary: string | RegExp): Promise<void> =>
  page.locator('main summary').filter({ hasText: summary }).first().click();

const STATES: readonly PanelState[] = [
  { name: 'sign-in', path: 'login', as: 'stranger', heading: 'Sign in' },
  {
    name: 'sign-in-refused',
    path: 'login',
    as: 'stranger',
    heading: 'Sign in',
    reach: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('olga@mail.example');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Incorrect password.').first().waitFor();
    },
  },
  {
    name: 'sign-in-forgotten',
    path: 'login',
    as: 'stranger',
    heading: 'Sign in',
    reach: (page) => page.getByText('Forgot your password?').click(),
  },
  { name: 'sign-up', path: 'signup', as: 'stranger', heading: 'Create an account' },
  { name: 'waiting', path: 'general', as: 'waiting', heading: 'Waiting for approval' },
  ...SECTION_IDS.map((id): PanelState => ({ name: id, path: id, as: 'owner', heading: sectionTitles[id] })),
  {
    name: 'general-unsaved',
    path: 'general',
    as: 'owner',
    heading: 'General Settings',
    reach: (page) => page.getByLabel('Website title', { exact: true }).fill('Harbour Clips'),
  },
  {
    name: 'engine-tried',
    path: 'engine',
    as: 'owner',
    heading: 'Engine',
    reach: async (page) => {
      await unfold(page, 'Try a link');
      await page.getByLabel('Link to a post', { exact: true }).fill(TRIED);
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('list', { name: 'Result of each engine' }).waitFor();
      await page
        .getByRole('heading', { name: 'Try a link' })
        .evaluate((heading) => scrollTo({ top: heading.getBoundingClientRect().top + scrollY - 100 }));
    },
  },
  {
    name: 'engine-failures',
    path: 'engine',
    as: 'owner',
    heading: 'Engine',
    reach: async (page) => {
      await unfold(page, 'Try a link');
      await page
        .getByLabel('Link to a post', { exact: true })
        .fill(faultLink('page-login-wall', 'instagram'));
      await page.getByLabel('Try with', { exact: true }).selectOption('Native');
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('list', { name: 'Result of each engine' }).waitFor();
      await unfold(page, /recent failures? of Native/u);
      await page
        .getByRole('heading', { name: 'Native' })
        .evaluate((heading) => scrollTo({ top: heading.getBoundingClientRect().top + scrollY - 100 }));
    },
  },
  {
    name: 'engine-provider',
    path: 'engine',
    as: 'owner',
    heading: 'Engine',
    reach: async (page) => {
      await unfold(page, 'Add an engine');
      await page.getByRole('button', { name: 'Add a provider' }).click();
      await page.getByLabel('Service').selectOption('My own definition');
      await page.getByLabel('Address', { exact: true }).fill('https://reader.harbour.example');
      await page.getByLabel('Key', { exact: true }).fill('key-of-the-service');
      await page.getByLabel('Definition').fill('{ "name": "Harbour", "fileHosts": ["co.uk"] }');
      await page.getByRole('button', { name: 'Try and save' }).click();
      await page.getByText('Mistake').waitFor();
      await page
        .getByRole('form', { name: /^Provider/u })
        .evaluate((heading) => scrollTo({ top: heading.getBoundingClientRect().top + scrollY - 100 }));
    },
  },
  {
    name: 'engine-yt-dlp',
    path: 'engine',
    as: 'owner',
    heading: 'Engine',
    reach: async (page) => {
      await unfold(page, 'Add an engine');
      const card = page.getByTestId('yt-dlp-card');
      await card.getByRole('button', { name: 'Install stable' }).waitFor();
      await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'engine-checked',
    path: 'engine#reach',
    as: 'owner',
    heading: 'Engine',
    reach: async (page) => {
      const outcome = page.locator('details > summary').filter({ hasText: /Instagram can/u });
      await page.getByText(/Not checked yet|^Checked /u).waitFor();
      if (!(await outcome.isVisible())) await page.getByRole('button', { name: 'Check now' }).click();
      await outcome.waitFor();
      const result = page.getByRole('list', { name: 'Results on Instagram' });
      if (!(await result.isVisible())) await outcome.click();
      await result.waitFor();
      await result.evaluate((list) => list.scrollIntoView({ block: 'center' }));
    },
  },
];

const socialLink = (
  platform: 'youtube' | 'telegram' | 'reddit',
  name: string,
  color: string,
  url: string,
) => ({
  id: 1_763_700_000_000 + name.length,
  platform,
  name,
  icon: platform,
  color,
  url,
});

const linkOf = (post: string): string => mockPosts.find(({ name }) => name === post)?.links[0] ?? '';
const TRIED = linkOf('instagram reel');
const VIDEO = linkOf('tiktok video');

/** Requests previews, so that the engines have some history. */
async function requestPreviews({ origin }: InProcessProduct): Promise<void> {
  const links = [...mockPosts.map(({ links: [link] }) => link), faultLink('page-server-error', 'tiktok')];
  for (const url of links)
    await fetch(`${origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
}

/** Fills a site with realistic settings and counts; people and figures are invented. */
async function seedSite({ settings, database }: InProcessProduct): Promise<void> {
  await settings.change({ title: 'Harbour' });
  await settings.change({
    socialLinks: [
      socialLink('youtube', 'YouTube', '#ff0000', 'https://www.youtube.com/@harbour'),
      socialLink('telegram', 'Telegram', '#26a5e4', 'https://t.me/harbour'),
      socialLink('reddit', 'Reddit', '#ff4500', 'https://www.reddit.com/r/harbour'),
    ],
  });
  await settings.change({
    content:
      '<h2>Welcome to Harbour</h2><p>We keep this page for our <strong>sailing club</strong>. Please save only what you may.</p><ul><li>Ask before you repost</li><li>Name who made it</li></ul>',
  });
  const now = Date.now();
  const rows = Array.from({ length: DAYS }, (_, day) => {
    const hour = Math.floor((now - day * DAY_MS) / 3_600_000) * 3_600_000;
    const count = 120 + ((day * 53) % 90) - day;
    const row = { hour, platform: 'tiktok', engine: '', bytes: 0 };
    return [
      { ...row, kind: 'preview', outcome: 'ok', count: count + 31 },
      { ...row, kind: 'preview', outcome: 'private', count: 1 + (day % 4) },
      { ...row, kind: 'preview_ms', outcome: '1294', count },
      { ...row, kind: 'download', outcome: 'ok', count, bytes: count * 9_000_000 },
    ];
  }).flat();
  await database.query.insertInto('hourly_counts').values(rows).execute();
}

/** Chooses the posts of the self-test: one that sends its sign-in page, and one that can be read. */
async function choosePosts({ request }: BrowserContext, { origin }: InProcessProduct): Promise<void> {
  const url = `${origin}/api/admin/engines`;
  const { settings } = adminEnginesSchema.parse(await (await request.get(url)).json());
  const canaries = { instagram: [faultLink('page-login-wall', 'instagram')], tiktok: [VIDEO] };
  await request.patch(url, {
    headers: { origin, 'x-requested-with': 'savelet' },
    data: { revision: settings.revision, change: { canaries } },
  });
}

/** Opens the Overview with the checklist of a new owner, at the step with this title. */
const toStep =
  (title: string): Reach =>
  async (page) => {
    const toggle = page.getByTestId('first-run').getByRole('button', { name: title });
    await toggle.waitFor();
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  };

/** States of a new site, before anything is saved, and after each of the functions between them. */
const NEW_SITE: readonly (PanelState | ((product: InProcessProduct) => Promise<unknown>))[] = [
  { name: 'engine-fresh', path: 'engine', as: 'owner', heading: 'Engine' },
  { name: 'first-run', path: '', as: 'owner', heading: 'Overview', reach: toStep('Title and logo') },
  ({ settings }) => settings.change({ title: 'Harbour', contactEmail: 'hello@harbour.example' }),
  {
    name: 'first-run-partly',
    path: '',
    as: 'owner',
    heading: 'Overview',
    reach: async (page) => {
      await toStep('Check that posts can be read')(page);
      const run = page.getByRole('button', { name: 'Run the check' });
      if (await run.isVisible()) await run.click();
      await toStep('Engine order')(page);
      await page.getByTestId('first-run').getByText('3 of 5 done').waitFor();
    },
  },
];

async function openBrowsers(browser: Browser, product: InProcessProduct) {
  const open = () =>
    browser.newContext({ deviceScaleFactor: 1, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  const contexts = { owner: await open(), waiting: await open(), stranger: await open() };
  await contexts.owner.addCookies([{ ...(await product.ownerCookie()), url: product.origin }]);
  await contexts.waiting.request.post(`${product.origin}/api/auth/sign-up`, {
    headers: { origin: product.origin },
    data: { name: 'Tariq Osman', email: 'tariq@mail.example', password: 'blue kettle 42' },
  });
  return contexts;
}

/** Takes pictures of one state at both widths in both themes, and for the README if listed there. */
async function takeState(context: BrowserContext, origin: string, state: PanelState, folder: string) {
  const page = await context.newPage();
  // Loading the next width leaves unsaved changes, which opens a dialog.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  for (const width of WIDTHS) {
    await page.setViewportSize(SIZES[width]);

    await page.goto(`${origin}/admin/${state.path}`);
    await page.getByRole('heading', { name: state.heading, level: 1 }).waitFor();
    await state.reach?.(page);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      const file = path.join(folder, 'panel', `${state.name}-${String(width)}-${theme}.webp`);
      await writeFile(file, await takePicture(page, QUALITY, SCALES[width]));
      const shown = README_SHOTS.find(
        (shot) => shot.name === state.name && shot.width === width && shot.theme === theme,
      );
      if (shown !== undefined)
        await writeFile(path.join(folder, `${shown.file}.webp`), await takePicture(page, README_QUALITY, 1));
    }
  }
  await page.close({ runBeforeUnload: false });
}

/** Takes pictures of a site that has nothing set up: its Engine section, and its owner's first run. */
async function takeNewSite(browser: Browser, folder: string): Promise<void> {
  const product = await startInProcessProduct(() => ({ PATH: '' }));
  try {
    const { owner } = await openBrowsers(browser, product);
    for (const state of NEW_SITE) {
      if (typeof state === 'function') await state(product);
      else await takeState(owner, product.origin, state, folder);
    }
  } finally {
    await product.stop();
  }
}

/** Takes pictures of every section of the panel at both widths in both themes; writes them to the subfolder `panel`. */
export async function takePanel(browser: Browser, folder: string): Promise<void> {
  await rm(path.join(folder, 'panel'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'panel'), { recursive: true });
  await takeNewSite(browser, folder);
  const product = await startInProcessProduct(({ providerHost, providerKey }) => ({
    PROVIDER_HOST: providerHost,
    PROVIDER_API_KEY: providerKey,
    COBALT_URL: 'https://cobalt.harbour.example',
    PATH: '',
  }));
  try {
    const contexts = await openBrowsers(browser, product);
    await seedSite(product);
    const hidden = {
      headers: { origin: product.origin, 'x-requested-with': 'savelet' },
      data: { hidden: true },
    };
    await contexts.owner.request.patch(`${product.origin}/api/admin/first-run`, hidden);
    await requestPreviews(product);
    await choosePosts(contexts.owner, product);
    for (const state of STATES) await takeState(contexts[state.as], product.origin, state, folder);
    const taken = STATES.length + NEW_SITE.filter((state) => typeof state === 'object').length;
    console.log(`${String(taken * WIDTHS.length * THEMES.length)} pictures of the panel`);
  } finally {
    await product.stop();
  }
}
