import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CheckFinding, CheckOfPlatform, CheckResult } from '../../../src/shared/contract/check.ts';
import type { EngineName } from '../../../src/shared/contract/engine-names.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  type EngineHealth,
} from '../../../src/shared/contract/engines.ts';
import { engineEditor } from '../../../src/shared/messages/en/engine-editor.ts';
import { failureAdvice } from '../../../src/shared/messages/en/failure-advice.ts';
import { mockPosts } from '../../mock-platforms/posts.ts';
import { createFakeYtDlp, type FakeYtDlp } from '../../mock-platforms/yt-dlp-program.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { unfoldAll, unfolded } from '../pages/folded-parts.ts';
import { focusedName } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';

const ENGINES = '/api/admin/engines';
/** Two screens of 1280 by 860, with the panel's frame. */
const TWO_SCREENS_PX = 1_720;
const POST = 'https://www.instagram.com/p/DHarbour001/';
const REEL = mockPosts.find(({ name }) => name === 'instagram reel')?.links[0] ?? '';

let browser: Browser;
let fresh: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, fresh] = await Promise.all([launchBrowser(), startInProcessProduct(() => ({ PATH: '' }))]);
  owner = await enterPanel(browser, fresh, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await fresh?.stop();
});

const SIZES = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;

const open = async (hash = '', { context, origin } = { context: owner.context, origin: fresh.origin }) => {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize(SIZES.wide);
  await page.goto(`${origin}/admin/engine${hash}`);
  await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
  return page;
};
/** Serves the engines of the server with changes. */
const serve = (page: Page, change: (engines: AdminEngines) => void): Promise<unknown> =>
  page.route(`**${ENGINES}`, async (route) => {
    const response = await route.fetch();
    const engines = adminEnginesSchema.parse(await response.json());
    change(engines);
    await route.fulfill({ response, json: engines });
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Engines', exact: true })
    .locator('li[data-row]')
    .filter({ has: page.getByRole('switch', { name: `Use ${name}`, exact: true }) });
const cards = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Engines', exact: true }).locator('h3').allTextContents();
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Returns the visible texts of the section in the colours of warnings and errors. */
const warnings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = ['--warn', '--danger'].map((name) => {
      probe.style.setProperty('color', `var(${name})`);
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((one) => one.checkVisibility() && colours.includes(getComputedStyle(one).color))
      .map((one) => one.textContent ?? '');
  });
/** Returns the words of the section that can be seen, without those for screen readers. */
const visibleWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.checkVisibility() && parentElement.closest('.sr') === null)
        words.push(textContent ?? '');
    }
    return words.join(' ');
  });
/** Presses Tab until the control has the focus. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await focusedName(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${String(name)}`);
};

describe('the Engine section of a fresh site', () => {
  it('is at most two screens high, names each engine once, and warns of nothing', async () => {
    const page = await open();
    await page.getByText('Not checked yet.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      TWO_SCREENS_PX,
    );
    expect(await cards(page)).toEqual(['Built-in reader', 'Samples']);
    expect(await card(page, 'Built-in reader').getByText('Not used since the last start.').count()).toBe(2);
    expect(await warnings(page)).toEqual([]);
    const words = await visibleWords(page);
    for (const name of ['Built-in reader', 'Samples', 'yt-dlp', 'cobalt'])
      expect(words.split(name)).toHaveLength(2);
    expect(words).not.toMatch(/not set up|no data|unknown/iu);
  });

  it('says in a sentence what each other engine needs, and opens its setup there', async () => {
    const page = await open();
    const needs = page.getByRole('list', { name: 'Engines you can add' });
    expect(await needs.isVisible()).toBe(false);
    await page.getByText('Add an engine').click();
    for (const name of ['provider', 'yt-dlp', 'cobalt'] as const)
      await needs.getByText(engineEditor[`needs.${name}`]).waitFor();
    await needs.getByRole('button', { name: 'Install stable' }).waitFor();
    await button(page, 'Add a service').click();
    await needs.getByRole('group', { name: 'Extraction service' }).waitFor();
    expect(await warnings(page)).toEqual([]);
  });

  it('names the providers of an earlier version that are not used any more', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await serve(page, (engines) => {
      engines.unusedProviders = [
        { service: 'hiker', host: 'api.hikerapi.com' },
        { service: 'tikwm', host: 'www.tikwm.com' },
      ];
    });
    await page.goto(`${fresh.origin}/admin/engine`);
    await page.getByText('no longer used: hiker at api.hikerapi.com and tikwm at www.tikwm.com.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has no accessibility findings folded or unfolded, and fits on a phone', async () => {
    const page = await open();
    const expectAccessible = async (): Promise<void> => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await page.setViewportSize(SIZES.phone);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    };
    await expectAccessible();
    for (const name of ['Add an engine', 'Test posts', 'Alerts']) await unfolded(page, name);
    await expectAccessible();
  });

  it('shows an error where the state of yt-dlp cannot be loaded, and loads it again', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.route(`**${ENGINES}/yt-dlp`, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${fresh.origin}/admin/engine#add`);
    const needs = page.getByRole('list', { name: 'Engines you can add' });
    await needs.getByText('The state of yt-dlp could not be loaded.').waitFor({ timeout: 20_000 });
    await page.unroute(`**${ENGINES}/yt-dlp`);
    await needs.getByRole('button', { name: 'Try again' }).click();
    await needs.getByRole('button', { name: 'Install stable' }).waitFor();
  });

  it('tells an administrator that yt-dlp is for the owner', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await page.route('**/api/auth/session', async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace('"role":"owner"', '"role":"administrator"');
      await route.fulfill({ response, body: text });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${fresh.origin}/admin/engine#add`);
    await page.getByText(engineEditor['needs.yt-dlp.owner']).waitFor();
    expect(await button(page, 'Install stable').count()).toBe(0);
    await button(page, 'Add a service').waitFor();
    expect(asked).not.toContain(`${ENGINES}/yt-dlp`);
  });
});

const isoIn = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

const checked = (
  platform: CheckOfPlatform['platform'],
  tries: readonly (readonly [CheckResult['engine'], CheckResult['route'], CheckFinding])[],
): CheckOfPlatform => ({
  platform,
  isOwnPost: false,
  results: tries.map(([engine, route, finding]) => ({ engine, route, finding, ms: 40 })),
});

/** Causes that the checks below find in one place, or in the same way on both platforms. */
const CAUSES_SAID_ONCE: ReadonlySet<CheckFinding> = new Set(['login_wall', 'unlisted_host', 'no_network']);

/** What a check can find. */
const CHECKS: Readonly<Record<string, readonly CheckOfPlatform[]>> = {
  'everything read': [
    checked('instagram', [['native', 'direct', 'post']]),
    checked('tiktok', [['native', 'direct', 'post']]),
  ],
  'one cause on both platforms, on each outbound route': [
    checked('instagram', [
      ['native', 'direct', 'login_wall'],
      ['native', 'proxy', 'login_wall'],
    ]),
    checked('tiktok', [['native', 'direct', 'login_wall']]),
  ],
  'a cause for each platform': [
    checked('instagram', [['native', 'direct', 'unlisted_host']]),
    checked('tiktok', [['native', 'direct', 'gone']]),
  ],
  'no answer, and no engine': [
    checked('instagram', [['native', 'direct', 'no_network']]),
    checked('tiktok', []),
  ],
  'every engine, each with its own cause': (['instagram', 'tiktok'] as const).map((platform) =>
    checked(platform, [
      ['provider', null, 'service_key'],
      ['native', 'direct', 'private'],
      ['native', 'proxy', platform === 'tiktok' ? 'post' : 'proxy_budget'],
      ['yt-dlp', 'direct', 'slow'],
      ['yt-dlp', 'proxy', 'program'],
      ['cobalt', null, 'no_media'],
    ]),
  ),
};

describe('the result of a check', () => {
  it.each(Object.entries(CHECKS))(
    'keeps the page within two screens, and says each cause once: %s',
    async (_name, platforms) => {
      const page = await owner.context.newPage();
      onTestFinished(() => page.close());
      await page.setViewportSize(SIZES.wide);
      await serve(page, (engines) => {
        engines.reach = { outdated: false, at: isoIn(-20), ms: 40, platforms: [...platforms] };
      });
      await page.goto(`${fresh.origin}/admin/engine`);
      await page.getByTestId('reach-instagram').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        TWO_SCREENS_PX,
      );
      await page.getByText(/in under 0\.1 s\.$/u).waitFor();
      await unfoldAll(page);
      const words = await visibleWords(page);
      expect(words).not.toContain('0.0 s');
      for (const { results } of platforms)
        for (const { finding } of results.filter((one) => CAUSES_SAID_ONCE.has(one.finding)))
          expect(words.split(failureAdvice[finding])).toHaveLength(2);
    },
  );
});

describe('the keyboard alone', () => {
  it('reorders, switches, saves, opens a setup, checks the test posts and a link', async () => {
    const page = await open();
    const spoken = (region: 'polite' | 'assertive') =>
      expect.poll(() => page.getByTestId(`live-${region}`).textContent());
    await tabTo(page, 'Move Built-in reader');
    await page.keyboard.press('Space');
    await spoken('assertive').toContain('Built-in reader picked up, position 1 of 2');
    await page.waitForTimeout(100);
    await page.keyboard.press('ArrowDown');
    await spoken('assertive').toContain('Built-in reader, position 2 of 2');
    await page.keyboard.press('Space');
    await expect.poll(() => cards(page)).toEqual(['Samples', 'Built-in reader']);
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByTestId('save-bar').getByText('Saved', { exact: true }).waitFor();

    await card(page, 'Samples').getByRole('switch').focus();
    await page.keyboard.press('Space');
    await page.getByTestId('save-bar').getByText('in Engines').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByTestId('save-bar').getByText('Saved', { exact: true }).waitFor();
    const { settings } = adminEnginesSchema.parse(
      await (await owner.context.request.get(fresh.origin + ENGINES)).json(),
    );
    expect(settings.engines.find(({ name }) => name === 'sample')?.on).toBe(false);

    await tabTo(page, /^Add an engine/u);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Add a service');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Service');
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Add a service');

    await tabTo(page, 'Check now');
    await page.keyboard.press('Enter');
    await page.getByTestId('reach-instagram').waitFor();
    expect(await focusedName(page)).toBe('Check now');

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focusedName(page)).toBe('Link to a post (optional)');
    await page.keyboard.type(REEL);
    await page.keyboard.press('Enter');
    await page.getByTestId('reach-tiktok').waitFor({ state: 'detached' });
    await page.getByTestId('reach-instagram').click();
    await page.getByRole('list', { name: 'Results on Instagram' }).getByText('Reel, 1 item').waitFor();
  });
});

describe('a link to a part', () => {
  it.each([
    ['#order', 'Engines'],
    ['#add', 'Add an engine'],
    ['#reach', 'Check now'],
    ['#test-posts', 'Test posts'],
    ['#alerts', 'Alerts'],
  ])('%s opens it and focuses it', async (hash, name) => {
    const page = await open(hash);
    await expect.poll(() => focusedName(page)).toMatch(new RegExp(`^${name}`, 'u'));
    const focused = page.locator(':focus');
    const top = await focused.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(64);
    expect(top).toBeLessThan(SIZES.wide.height);
    expect(await focused.evaluate((one) => one.closest('details')?.open ?? true)).toBe(true);
  });
});

describe('a folded part', () => {
  it('opens for an address that cannot be saved', async () => {
    const page = await open('#alerts');
    await page.getByLabel('Webhook', { exact: true }).fill('https://10.0.0.1/');
    await page.getByText('Alerts', { exact: true }).click();
    expect(await page.getByLabel('Webhook', { exact: true }).isVisible()).toBe(false);
    await page.getByTestId('save-bar').getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => focusedName(page)).toBe('Webhook');
    await page.getByText('IP addresses and ports other than 443 are not allowed').waitFor();
  });

  it('opens for a post that is restored', async () => {
    const page = await open('#test-posts');
    await page.getByLabel('Link to a post on Instagram').fill(POST);
    await page.keyboard.press('Enter');
    await page.getByText('1 post, read a few times an hour.').waitFor();
    await button(page, 'Remove instagram.com/p/DHarbour001/').click();
    await page.getByText('Test posts', { exact: true }).click();
    await button(page, 'Undo').click();
    await expect.poll(() => focusedName(page)).toBe('Remove instagram.com/p/DHarbour001/');
  });
});

/** Makes an engine fail on Instagram with the circuit open, and work on TikTok. */
const makeFail = ({ health }: AdminEngines, name: EngineName = 'native'): void => {
  const change = (platform: 'instagram' | 'tiktok', more: Partial<EngineHealth>): void => {
    const one = health.find(({ engine, ...rest }) => engine === name && rest.platform === platform);
    if (one) Object.assign(one, more);
  };
  change('instagram', {
    state: 'failing',
    breaker: 'open',
    openUntil: isoIn(20),
    lately: { asked: 12, ok: 2 },
    medianMs: 2_300,
    p95Ms: 7_400,
    lastSeen: isoIn(-5),
    lastSuccess: isoIn(-2_000),
    failures: [5, 65, 125].map((ago) => ({
      at: isoIn(-ago),
      code: 'failed',
      sentence: '',
      cause: ago === 65 ? 'slow' : 'login_wall',
    })),
  });
  change('tiktok', {
    state: 'working',
    lately: { asked: 42, ok: 42 },
    medianMs: 812,
    p95Ms: 2_100,
    lastSeen: isoIn(-5),
    lastSuccess: isoIn(-5),
  });
};

describe('an engine that fails', () => {
  it('says so in plain words, with the time of its next try and what to do, and no accessibility findings', async () => {
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    await serve(page, (engines) => makeFail(engines));
    await page.goto(`${fresh.origin}/admin/engine`);
    const native = card(page, 'Built-in reader');
    await native.getByText('Failing. 2 of 12 previews answered in the last hour, typically 2.3 s.').waitFor();
    await native.getByText(/^Skipped until \d\d:\d\d, because it kept failing\.$/u).waitFor();
    await native.getByText(`${failureAdvice.login_wall} ${failureAdvice['login_wall.do']}`).waitFor();
    await native.getByText('Works. 42 previews in the last hour, typically 0.8 s.').waitFor();
    await unfolded(page, 'Advanced and 3 recent failures of Built-in reader');
    const causes = native.getByRole('list', { name: 'Recent failures on Instagram' });
    await causes.getByText(/^2 times, last: today, \d\d:\d\d$/u).waitFor();
    expect(await causes.getByRole('listitem').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
});

describe('with every engine set up', () => {
  let product: InProcessProduct;
  let program: FakeYtDlp;
  let panel: PanelPage;
  beforeAll(async () => {
    program = await createFakeYtDlp();
    program.setBehaviour('version', { output: '2026.08.19\n' });
    product = await startInProcessProduct(({ providerHost, providerKey }) => ({
      PROVIDER_HOST: providerHost,
      PROVIDER_API_KEY: providerKey,
      PROVIDER_PRESET: 'tikwm',
      COBALT_URL: 'http://127.0.0.1:9',
      YTDLP_PATH: program.program,
      PATH: program.searchPath,
    }));
    panel = await enterPanel(browser, product, 'Olga');
  });
  afterAll(async () => {
    await product?.stop();
    program?.remove();
  });

  it('shows a card for each, with its facts and its own setup, and nothing to add', async () => {
    const page = await open('', { context: panel.context, origin: product.origin });
    expect(await cards(page)).toEqual([
      'Extraction service',
      'Built-in reader',
      'yt-dlp',
      'cobalt',
      'Samples',
    ]);
    expect(await page.getByText('Add an engine').count()).toBe(0);
    await card(page, 'Extraction service').getByText('TikWM at 127.0.0.1').waitFor();
    // It reads TikTok only.
    expect(await card(page, 'Extraction service').getByText('Instagram').count()).toBe(0);
    await card(page, 'cobalt').getByText('Your instance at 127.0.0.1').waitFor();
    await card(page, 'yt-dlp').getByText('Version 2026.08.19').waitFor({ timeout: 20_000 });
    await (await unfolded(page, 'Setup of yt-dlp')).getByText('YTDLP_PATH names the program').waitFor();
    await (await unfolded(page, 'Setup of cobalt')).getByText('Set with COBALT_URL.').waitFor();
    await (await unfolded(page, /^Setup of Extraction service$/u))
      .getByText('Set by environment variables.')
      .waitFor();
    // Native has none.
    expect(await page.locator('summary').filter({ hasText: 'Setup of' }).count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(panel.faults).toEqual([]);
  });

  it('has no accessibility findings while several fail and everything is open', async () => {
    const page = await panel.context.newPage();
    onTestFinished(() => page.close());
    await serve(page, (engines) => {
      for (const name of ['provider', 'native', 'yt-dlp'] as const) makeFail(engines, name);
      const first = engines.engines.find(({ name }) => name === 'provider');
      if (!first?.service) return;
      first.quota = { remaining: 0, limit: 500 };
      first.service.platforms = ['instagram', 'tiktok'];
    });
    await page.goto(`${product.origin}/admin/engine`);
    await card(page, 'Extraction service').getByText('0 of 500 calls left').waitFor();
    await unfoldAll(page);
    expect(await page.getByText(/^Skipped until/u).count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });

  it('keeps what is typed about a service that somebody else removes', async () => {
    const call = async (provider: object | null): Promise<void> => {
      const { settings } = adminEnginesSchema.parse(
        await (await panel.context.request.get(product.origin + ENGINES)).json(),
      );
      const answer = await panel.context.request.patch(product.origin + ENGINES, {
        headers: { origin: product.origin, 'x-requested-with': 'savelet' },
        data: { revision: settings.revision, change: { provider } },
      });
      if (!answer.ok()) throw new Error(await answer.text());
    };
    await call({
      service: 'autolink',
      host: product.mockPlatforms.openProvider,
      key: 'k-0123456789',
    });
    const page = await open('', { context: panel.context, origin: product.origin });
    await serve(page, ({ engines, settings }) => {
      // The environment of this server names a service.
      if (settings.provider !== null) return;
      const provider = engines.find(({ name }) => name === 'provider');
      Object.assign(provider ?? {}, { configured: false, service: null });
    });
    await unfolded(page, 'Setup of Extraction service');
    await page.getByLabel('Address', { exact: true }).fill('https://mine.harbour.example');
    await call(null);
    await page.getByTestId('conflict').waitFor();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(
      'https://mine.harbour.example',
    );
    await button(page, 'Load that change').click();
    await expect.poll(() => cards(page)).not.toContain('Extraction service');
    await button(page, 'Add a service').waitFor();
  });
});
