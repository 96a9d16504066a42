import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ENGINE_NAMES, type EngineName } from '../../../src/shared/contract/engine-names.ts';
import {
  type AdminEngines,
  adminEnginesSchema,
  type EngineSettingsChange,
} from '../../../src/shared/contract/engines.ts';
import { failureAdvice } from '../../../src/shared/messages/en/failure-advice.ts';
import { byPlatform } from '../../../src/shared/platforms/platforms.ts';
import { faultLink } from '../../mock-platforms/faults.ts';
import { mockPosts } from '../../mock-platforms/posts.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { unfoldAll, unfolded } from '../pages/folded-parts.ts';
import { focusedName, holdToasts } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';
import { PublicPage } from '../pages/public-page.ts';
import { chooseInMenu, dragAndCancel, dragByPointer, dragDownByKeys } from '../pages/sortable-rows.ts';

const ENGINES = '/api/admin/engines';
const linkOf = (name: string): string => {
  const link = mockPosts.find((post) => post.name === name)?.links[0];
  if (link === undefined) throw new Error(`no post is called ${name}`);
  return link;
};
const REEL = linkOf('instagram reel');
const NOBODY_HAS = 'https://www.instagram.com/reel/DNobodyHas1/';

/** Engines that are set up; the others have no card. */
const SET_UP: readonly EngineName[] = ['native', 'provider', 'sample'];
/** In another order than the one in the environment, which would not be stored. */
const OTHERS = ENGINE_NAMES.filter((name) => !SET_UP.includes(name)).toReversed();
const SHOWN_COUNT = SET_UP.length;

/** The settings with which every test begins. */
const FIRST: EngineSettingsChange = {
  engines: [
    { name: 'native', on: true },
    { name: 'provider', on: true },
    { name: 'sample', on: true },
    ...OTHERS.map((name) => ({ name, on: false })),
  ],
  platforms: byPlatform(() => true),
  canaries: byPlatform(() => []),
  alerts: { webhook: null, below: 50 },
};

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct((mockPlatforms) => ({
      ENGINES: 'native,provider,sample',
      PATH: '',
      PROVIDER_HOST: mockPlatforms.providerHost,
      PROVIDER_API_KEY: mockPlatforms.providerKey,
    })),
  ]);
  owner = await enterPanel(browser, product, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
beforeEach(() => saveElsewhere(FIRST));

const ask = async (method: 'GET' | 'PATCH', data?: object): Promise<AdminEngines> => {
  const answer = await owner.context.request.fetch(product.origin + ENGINES, {
    method,
    headers: { origin: product.origin, 'x-requested-with': 'savelet' },
    ...(data && { data }),
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return adminEnginesSchema.parse(await answer.json());
};
const stored = async () => (await ask('GET')).settings;
/** Saves as another signed-in account would, independent of any open page. */
const saveElsewhere = async (change: object): Promise<void> => {
  await ask('PATCH', { revision: (await stored()).revision, change });
};
/** Returns the engine of the next preview of a link, or the error code. */
const previewed = async (url: string): Promise<string> => {
  const answer = await owner.context.request.post(`${product.origin}/api/preview`, { data: { url } });
  const body = (await answer.json()) as { engine?: string; code?: string };
  return body.engine ?? body.code ?? '';
};

/** Opens the section as it is, with its rare parts folded. */
const openFolded = async (): Promise<Page> => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${product.origin}/admin/engine`);
  await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
  return page;
};
const open = async (): Promise<Page> => {
  const page = await openFolded();
  await unfoldAll(page);
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bar = (page: Page) => page.getByTestId('save-bar');
/** Checks a link with an engine, or with all that are on. */
const checkLink = async (page: Page, url: string, engine: string): Promise<void> => {
  await page.getByLabel('Link to a post (optional)').fill(url);
  await page.getByLabel('Check with', { exact: true }).selectOption(engine);
  await button(page, 'Check now').click();
};
const save = async (page: Page): Promise<void> => {
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Saved', { exact: true }).waitFor();
};
const order = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Engines', exact: true }).locator('h3').allTextContents();
const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Engines', exact: true })
    .locator('li[data-row]')
    .filter({ has: page.getByRole('switch', { name: `Use ${name}`, exact: true }) });

it('says beside the installation of yt-dlp what an owner trusts', async () => {
  const page = await open();
  const card = page.getByTestId('yt-dlp-card');
  await card.getByRole('button', { name: 'Install stable' }).waitFor();
  const words = await card.innerText();
  for (const fact of [
    'encrypted connection',
    'checksums',
    'There is no signature to check',
    'can read everything',
  ])
    expect(words).toContain(fact);
});

describe('the order', () => {
  it('changes through the menu and applies from the next preview on, without a restart', async () => {
    expect(await previewed(REEL)).toBe('native');
    const page = await open();
    expect(await order(page)).toEqual(['Built-in reader', 'Extraction service', 'Samples']);
    await page.getByText('The order saved here overrides the ENGINES variable.').waitFor();
    await chooseInMenu(page, 'Extraction service', 'Move up');
    await expect.poll(() => focusedName(page)).toBe('More actions for Extraction service');
    await expect
      .poll(() => page.getByTestId('live-polite').textContent())
      .toContain(`Extraction service, position 1 of ${SHOWN_COUNT}`);
    await bar(page).getByText('in Engines').waitFor();
    expect(await previewed(REEL)).toBe('native');
    await save(page);
    expect(await previewed(REEL)).toBe('provider');
    await chooseInMenu(page, 'Extraction service', 'Move down');
    await save(page);
    expect(await previewed(REEL)).toBe('native');
  });

  it('changes by keyboard, with announcements on the way, and by pointer', async () => {
    const page = await open();
    await dragAndCancel(page, 'Built-in reader', 1, SHOWN_COUNT);
    expect(await order(page)).toEqual(['Built-in reader', 'Extraction service', 'Samples']);
    await dragDownByKeys(page, 'Built-in reader', 1, SHOWN_COUNT);
    await expect.poll(() => order(page)).toEqual(['Extraction service', 'Built-in reader', 'Samples']);
    await dragByPointer(page, 'Samples', 'Extraction service', `Samples, position 1 of ${SHOWN_COUNT}`);
    await expect.poll(() => order(page)).toEqual(['Samples', 'Extraction service', 'Built-in reader']);
    await save(page);
    expect((await stored()).engines.map(({ name }) => name)).toEqual([
      // Engines without a card stay behind the one that they follow.
      'sample',
      ...OTHERS,
      'provider',
      'native',
    ]);
    expect(await previewed(REEL)).toBe('provider');
  });
});

describe('the switches', () => {
  it('take an engine out and back from the next preview on', async () => {
    const page = await open();
    await page.getByRole('switch', { name: 'Use Built-in reader' }).click();
    await save(page);
    expect(await previewed(REEL)).toBe('provider');
    await page.getByRole('switch', { name: 'Use Extraction service' }).click();
    // The samples are still on; they read no posts.
    await page.getByText('No engine is both set up and on, so no posts can be read.').waitFor();
    await save(page);
    expect(await previewed(REEL)).toBe('failed');
    await page.getByLabel('Link to a post (optional)').fill(REEL);
    await button(page, 'Check now').click();
    await page.locator('#section').getByText('No engine that reads Instagram is on.').waitFor();
    await page.getByRole('switch', { name: 'Use Built-in reader' }).click();
    await save(page);
    expect(await previewed(REEL)).toBe('native');
  });

  it('stop previews of a platform for a visitor whose page is open, and resume them', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const visitor = new PublicPage(await context.newPage());
    await visitor.open(product.origin);
    const page = await open();
    await page.getByRole('switch', { name: 'Instagram' }).click();
    await page.getByText('Off for visitors').waitFor();
    await bar(page).getByText('in Platforms').waitFor();
    await save(page);
    expect(await previewed(linkOf('tiktok video'))).toBe('native');
    await visitor.submit(REEL);
    await visitor.errorPanel.getByText('This platform is currently switched off on this site.').waitFor();
    await page.getByRole('switch', { name: 'Instagram' }).click();
    await save(page);
    expect(await previewed(REEL)).toBe('native');
  });
});

describe("an engine's status", () => {
  it('is shown, but of a key only whether there is one', async () => {
    const bodies: Promise<string>[] = [];
    const page = await owner.context.newPage();
    onTestFinished(() => page.close());
    page.on('response', (response) => {
      if (response.url().endsWith(ENGINES)) bodies.push(response.text().catch(() => ''));
    });
    await page.goto(`${product.origin}/admin/engine`);
    await row(page, 'Extraction service').getByText('Key set').waitFor();
    await row(page, 'Extraction service')
      .getByText(/^Snap Video at /u)
      .waitFor();
    expect(await row(page, 'Built-in reader').getByText(/key/iu).count()).toBe(0);
    expect((await Promise.all(bodies)).join('')).not.toContain(product.mockPlatforms.providerKey);
    expect(await page.content()).not.toContain(product.mockPlatforms.providerKey);
  });

  it('is updated while the page is open: state, figures and failures', async () => {
    const page = await open();
    const native = page.getByTestId('health-native-instagram');
    await previewed(REEL);
    // A check reloads the figures at once.
    await checkLink(page, NOBODY_HAS, 'Extraction service');
    await native
      .getByText(/Works\. \d+ previews? in the last hour, typically (?:under )?\d+\.\d s\./u)
      .waitFor();
    const details = await unfolded(page, 'Advanced of Built-in reader');
    await details
      .getByText(/^[1-9]\d* of 60 before they slow down$/u)
      .first()
      .waitFor();
    await details.getByText('Last post read').first().waitFor();
    const { health } = await ask('GET');
    expect(
      health.find(({ engine, platform }) => engine === 'native' && platform === 'instagram'),
    ).toMatchObject({
      breaker: 'closed',
    });
  });

  it('says what the newest failure shows and what to do, until a post is read again', async () => {
    const page = await open();
    const native = page.getByTestId('health-native-instagram');
    const readWithNative = async (url: string) => {
      const engines = (await stored()).engines.map((one) => ({ ...one, on: one.name === 'native' }));
      await saveElsewhere({ engines });
      await previewed(url);
      await checkLink(page, NOBODY_HAS, 'Extraction service');
    };
    await readWithNative(faultLink('page-server-error'));
    const advice = native.getByText(`${failureAdvice.upstream_error} ${failureAdvice['upstream_error.do']}`);
    await advice.waitFor();
    const failures = (
      await unfolded(page, /^Advanced and \d+ recent failures? of Built-in reader/u)
    ).getByRole('list', {
      name: 'Recent failures on Instagram',
    });
    await failures.getByText(failureAdvice.upstream_error, { exact: true }).waitFor();
    await failures.getByText(failureAdvice['upstream_error.do'], { exact: true }).waitFor();
    await failures.getByText(/^Once: today, \d\d:\d\d$/u).waitFor();
    await readWithNative(REEL);
    await expect.poll(() => advice.count()).toBe(0);
  });
});

describe('checking a link', () => {
  const results = (page: Page) => page.getByRole('list', { name: 'Results on Instagram' });

  it('shows what each engine found, how long it took and the qualities', async () => {
    const page = await open();
    await checkLink(page, REEL, 'All that are on');
    await page.getByTestId('reach-instagram').getByText('Instagram can be read.').click();
    await results(page).getByText('Built-in reader, directly').waitFor();
    await results(page).getByText('Extraction service', { exact: true }).waitFor();
    await results(page)
      .getByText(/^Reel, 1 item · /u)
      .first()
      .waitFor();
    await results(page)
      .getByText(/^(?:under )?\d+\.\d s$/u)
      .first()
      .waitFor();
    await expect.poll(() => page.getByTestId('live-polite').textContent()).toBe('Instagram can be read.');
    await checkLink(page, REEL, 'Extraction service');
    await results(page).getByText('Built-in reader, directly').waitFor({ state: 'detached' });
  });

  it('says the cause when none has the post, and leaves the settings unchanged', async () => {
    const page = await open();
    await checkLink(page, NOBODY_HAS, 'All that are on');
    await page.getByTestId('reach-instagram').getByText('Instagram answers, but').waitFor();
    await page.getByText(failureAdvice.gone, { exact: true }).first().waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  it("is rejected when it is no link, with the visitor's message", async () => {
    const page = await open();
    await checkLink(page, 'https://example.org/', 'Built-in reader');
    await page.locator('#section').getByText('Invalid Instagram/TikTok URL format').waitFor();
    await page.getByLabel('Link to a post (optional)').fill('x');
    await page
      .locator('#section')
      .getByText('Invalid Instagram/TikTok URL format')
      .waitFor({ state: 'detached' });
  });
});

describe('posts for checks and alerts', () => {
  it('are added, rejected, removed and restored, and saved in one form', async () => {
    const page = await open();
    await holdToasts(page);
    const part = page.getByRole('region', { name: 'Instagram posts' });
    const field = part.getByLabel('Link to a post on Instagram');
    const add = part.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await part.getByText('Enter a link', { exact: true }).waitFor();
    await field.fill('https://vm.tiktok.com/ZMabcdefg/');
    await add.click();
    await part.getByText('Enter the link of a public post on Instagram').waitFor();
    await field.fill('see instagram.com/reel/DHarbour001/?utm_source=x');
    await page.keyboard.press('Enter');
    await part.getByText('instagram.com/p/DHarbour001').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Link to a post on Instagram');
    await field.fill('https://www.instagram.com/p/DHarbour001/');
    await add.click();
    await part.getByText('This post is already in the list').waitFor();
    for (const name of [2, 3, 4, 5]) {
      await field.fill(`https://www.instagram.com/p/DHarbour00${String(name)}/`);
      await page.keyboard.press('Enter');
    }
    await part.getByText('You can add up to 5 posts.').waitFor();
    await part.getByRole('button', { name: 'Remove instagram.com/p/DHarbour002/' }).click();
    await expect.poll(() => focusedName(page)).toBe('Remove instagram.com/p/DHarbour003/');
    await button(page, 'Undo').click();
    await expect.poll(() => focusedName(page)).toBe('Remove instagram.com/p/DHarbour002/');
    await bar(page).getByText('in Test posts').waitFor();
    await save(page);
    expect((await stored()).canaries).toEqual({
      ...byPlatform(() => []),
      instagram: [1, 2, 3, 4, 5].map((name) => `https://www.instagram.com/p/DHarbour00${String(name)}/`),
    });
  });

  it('send their alerts to a complete https URL, or to none', async () => {
    const page = await open();
    const webhook = page.getByLabel('Webhook', { exact: true });
    await webhook.fill('hooks.harbour.example/x');
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('This web address is incomplete. It should start with https://').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Webhook');
    expect((await stored()).alerts.webhook).toBeNull();
    await button(page, 'Use https://hooks.harbour.example/x').click();
    await page.getByLabel('Alert me when fewer than').selectOption('70% of previews succeed');
    await save(page);
    expect((await stored()).alerts).toEqual({ webhook: 'https://hooks.harbour.example/x', below: 70 });
    await webhook.fill('https://user:secret@hooks.harbour.example/');
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Remove the user name and password from the address').waitFor();
    for (const outOfReach of ['https://hooks.harbour.example:8443/x', 'https://10.0.0.1/x']) {
      await webhook.fill(outOfReach);
      await page.getByText('IP addresses and ports other than 443 are not allowed').waitFor();
    }
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => focusedName(page)).toBe('Webhook');
    expect((await stored()).alerts.webhook).toBe('https://hooks.harbour.example/x');
    await webhook.fill('');
    await save(page);
    expect((await stored()).alerts.webhook).toBeNull();
  });
});

describe('a service', () => {
  const KEY = 'k-browser-0123456789';
  const form = (page: Page) => page.getByRole('group', { name: 'Extraction service' });
  const card = (page: Page) => row(page, 'Extraction service');
  const isOn = async () => (await stored()).engines.find(({ name }) => name === 'provider')?.on;
  /** Presses Tab until the control has the focus. */
  const tabTo = async (page: Page, name: string): Promise<void> => {
    for (let presses = 0; presses < 150; presses += 1) {
      if ((await focusedName(page)) === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  const setTo = (provider: object | null): Promise<void> => saveElsewhere({ provider });
  /** Begins to replace the service of the environment. */
  const replace = async (page: Page): Promise<void> => {
    await button(page, 'Replace').click();
    await unfolded(page, 'Advanced settings of the service');
  };
  beforeEach(async () => {
    if ((await stored()).provider !== null) await setTo(null);
  });

  it('is set up by keyboard, tried after the save, read with, and its file is byte-equal', async () => {
    const page = await openFolded();
    await tabTo(page, 'Setup of Extraction service');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Replace');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Service');
    await page.keyboard.type('Social');
    await tabTo(page, 'Key');
    await page.keyboard.type(KEY);
    await tabTo(page, 'Advanced settings of the service');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Address');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(product.mockPlatforms.openProvider);
    await bar(page).getByText('in Extraction service').waitFor();
    product.mockPlatforms.clearRequests();
    await page.keyboard.press('ControlOrMeta+s');
    const { hostname } = new URL(product.mockPlatforms.openProvider);
    await card(page).getByText(`Social Download All In One at ${hostname}`).waitFor();
    await card(page).getByText('A key is stored.').waitFor();
    await card(page).getByText('It reads posts and is on.').waitFor();
    expect((await stored()).provider).toMatchObject({ service: 'autolink', hasKey: true });
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    const [asked] = product.mockPlatforms.requests.filter(({ path }) => path === '/v1/social/autolink');
    expect(asked?.headers['x-rapidapi-key']).toBe(KEY);
    await card(page).getByText('Key set').waitFor();
    await saveElsewhere({
      engines: (await stored()).engines.map((engine) => ({ ...engine, on: engine.name === 'provider' })),
    });
    const post = await owner.context.request.post(`${product.origin}/api/preview`, { data: { url: REEL } });
    const { engine, qualities } = (await post.json()) as { engine: string; qualities: { url: string }[] };
    expect(engine).toBe('provider');
    const file = await owner.context.request.get(`${product.origin}${qualities[0]?.url ?? ''}?download`);
    expect(await file.body()).toEqual(product.mockPlatforms.bytesOf(REEL, 0, 0, 'provided'));
    expect(JSON.stringify([await ask('GET'), await page.content()])).not.toContain(KEY);
  });

  it('says where to sign up, keeps its key when it is changed, and is removed with the save', async () => {
    const page = await open();
    await replace(page);
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toMatch(
      /^https:\/\/snap-video3\./u,
    );
    await form(page).getByRole('link', { name: 'Sign up and get a key' }).waitFor();
    await page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/');
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('IP addresses and ports other than 443 are not allowed').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Address');
    await page.getByLabel('Address', { exact: true }).fill(product.mockPlatforms.openProvider);
    await page.getByLabel('Key', { exact: true }).fill('a key');
    await bar(page).getByRole('button', { name: 'Save Changes' }).click();
    await form(page).getByText('Enter a key without spaces or line breaks').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Key');
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await save(page);
    await form(page).getByText('A key is stored. Leave this empty to keep it.').waitFor();
    await page.getByLabel('Service', { exact: true }).selectOption('TikWM');
    await page.getByLabel('Address', { exact: true }).fill('https://elsewhere.example/');
    await form(page).getByText('Enter the key again.').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await form(page).getByText('A key is stored.').waitFor();
    await button(page, 'Remove the service').click();
    await page.getByText('The service and its key are removed when you save.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Keep it');
    await page.keyboard.press('Enter');
    await expect.poll(() => bar(page).count()).toBe(0);
    await button(page, 'Remove the service').click();
    await save(page);
    await page.getByText('Set by environment variables.').waitFor();
    expect((await stored()).provider).toBeNull();
  });

  it('with a key that the service rejects is turned off, and on again once it can be tried with success', async () => {
    product.mockPlatforms.setProviderFault('key');
    onTestFinished(() => product.mockPlatforms.setProviderFault(null));
    const page = await open();
    await replace(page);
    await page.getByLabel('Address', { exact: true }).fill(product.mockPlatforms.openProvider);
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await save(page);
    await card(page).getByText('Saved, but it could not read a post. Turned off until it works.').waitFor();
    await card(page).getByText(failureAdvice.service_key).first().waitFor();
    expect([(await stored()).provider?.hasKey, await isOn()]).toEqual([true, false]);
    await expect
      .poll(() => page.getByRole('switch', { name: 'Use Extraction service' }).getAttribute('aria-checked'))
      .toBe('false');
    product.mockPlatforms.setProviderFault(null);
    await button(page, 'Try it and turn it on').click();
    await card(page).getByText('It reads posts and is on.').waitFor();
    await expect.poll(isOn).toBe(true);
    await button(page, 'Try it').waitFor();
  });

  it('that somebody else changes meanwhile is a conflict before it can be overwritten', async () => {
    const page = await open();
    await replace(page);
    await page.getByLabel('Address', { exact: true }).fill('https://mine.harbour.example');
    await setTo({ service: 'autolink', host: product.mockPlatforms.openProvider, key: KEY });
    await page.getByTestId('conflict').waitFor();
    await button(page, 'Load that change').click();
    await expect
      .poll(() => page.getByLabel('Address', { exact: true }).inputValue())
      .toBe(`${product.mockPlatforms.openProvider}/`);
    expect((await stored()).provider).toMatchObject({ service: 'autolink', hasKey: true });
  });

  it('has a form without accessibility faults, at both widths', async () => {
    const page = await open();
    await replace(page);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
  });
});

describe('a save by another account', () => {
  it('is followed while the page is open, next to unsaved changes', async () => {
    const page = await open();
    await page.getByRole('switch', { name: 'TikTok' }).click();
    await saveElsewhere({ engines: (FIRST.engines ?? []).toReversed() });
    await expect.poll(() => order(page)).toEqual(['Samples', 'Extraction service', 'Built-in reader']);
    await bar(page).getByText('in Platforms').waitFor();
    await save(page);
    expect(await stored()).toMatchObject({ platforms: { ...byPlatform(() => true), tiktok: false } });
    expect((await stored()).engines[0]?.name).toBe(FIRST.engines?.at(-1)?.name);
  });

  it('asks for a decision where it conflicts with unsaved changes', async () => {
    const page = await open();
    await page.getByRole('switch', { name: 'Use Extraction service' }).click();
    await saveElsewhere({ engines: (FIRST.engines ?? []).toReversed() });
    await page.getByTestId('conflict').getByText('You changed the engines in another window, ').waitFor();
    await button(page, 'Load that change').click();
    await expect.poll(() => order(page)).toEqual(['Samples', 'Extraction service', 'Built-in reader']);
    expect(await bar(page).count()).toBe(0);
    await page.getByRole('switch', { name: 'Use Extraction service' }).click();
    await saveElsewhere({ engines: FIRST.engines ?? [] });
    await button(page, 'Keep this one').click();
    await save(page);
    const { engines } = await stored();
    expect(engines[0]).toEqual(FIRST.engines?.at(-1));
    expect(engines.find(({ name }) => name === 'provider')?.on).toBe(false);
  });
});

it('keeps the edits when the save fails, and warns before they are left', async () => {
  const page = await open();
  await page.getByRole('switch', { name: 'Use Extraction service' }).click();
  await page.route(`**${ENGINES}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await bar(page).getByText('Failed to save changes. Please try again.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByText('Your changes in Engines are not saved yet.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.unroute(`**${ENGINES}`);
  await save(page);
  expect((await stored()).engines.find(({ name }) => name === 'provider')?.on).toBe(false);
});

it('is reported when it cannot be loaded, and can be retried', async () => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.route(`**${ENGINES}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${product.origin}/admin/engine`);
  await page.getByText('This section could not be loaded.').waitFor();
  await page.unroute(`**${ENGINES}`);
  await button(page, 'Try again').click();
  await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
});

it('has no axe violation and no small target, with results, failures and errors shown', async () => {
  await saveElsewhere({
    canaries: { ...byPlatform(() => []), instagram: ['https://www.instagram.com/p/DHarbour001/'] },
  });
  const page = await open();
  await checkLink(page, NOBODY_HAS, 'All that are on');
  await page.getByTestId('reach-instagram').click();
  await page.getByLabel('Webhook', { exact: true }).fill('hooks.harbour.example');
  await bar(page).getByRole('button', { name: 'Save Changes' }).click();
  await button(page, 'Use https://hooks.harbour.example/').waitFor();
  await page.getByRole('region', { name: 'TikTok posts' }).getByRole('button', { name: 'Add' }).click();
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(owner.faults).toEqual([]);
});
