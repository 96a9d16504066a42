import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mockPosts } from '../mock-platforms/posts.ts';
import { launchBrowser } from './browser.ts';
import { PanelPage } from './pages/panel-page.ts';
import { downloadsOf, PublicPage, sha256 } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const BASE = '/savelet';
const REEL = mockPosts.find(({ name }) => name === 'instagram reel')!.links[0]!;
const SECTIONS = 10;

/** Requests of all pages that left the path, and answers with a fault. */
const faults: string[] = [];
const watch = (context: BrowserContext): BrowserContext => {
  context.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol.startsWith('http') && !pathname.startsWith(`${BASE}/`)) faults.push(`left: ${pathname}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  context.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  return context;
};
const faultsSince = (): readonly string[] => faults.splice(0);

let browser: Browser;
let product: Product;
/** Address of the site without a slash at its end. */
let site = '';
let visit: PublicPage;
let panel: PanelPage;
const pathOf = (address: string): string => address.slice(new URL(address).origin.length);

beforeAll(async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(() => ({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}${BASE}/` })),
  ]);
  site = product.origin;
  const context = watch(await browser.newContext({ acceptDownloads: true }));
  visit = new PublicPage(await context.newPage());
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

// One story in order, of a visitor and an owner of the site at http://…/savelet/.
describe('a site below a path', () => {
  it('previews a link and saves the file byte for byte', async () => {
    await visit.open(site);
    await visit.submit(REEL);
    await visit.card.getByText('Instagram reel, 0:08').waitFor();
    const [saved] = await downloadsOf(visit.page, 1, () => visit.downloadButton().click());
    expect(saved?.sha256).toBe(sha256(product.mockPlatforms.bytesOf(REEL, 0, 0, 'page')));
    const manifest = visit.page.locator('link[rel="manifest"]');
    expect(await manifest.getAttribute('href')).toBe(`${BASE}/site.webmanifest`);
    expect(faultsSince()).toEqual([]);
  });

  it.each([
    '/p/DMocksFive1/',
    `/?url=${encodeURIComponent('https://www.instagram.com/p/DMocksFive1/')}`,
    '/?sample=set',
  ])('starts the preview that %s names, and cleans the address', async (path) => {
    await visit.open(site, path);
    await visit.card
      .getByText(/\d\sphotos/u)
      .first()
      .waitFor();
    expect(pathOf(visit.page.url())).toBe(`${BASE}/`);
    expect(faultsSince()).toEqual([]);
  });

  it('takes a shared text through the service worker', async () => {
    await visit.open(site);
    await visit.page.keyboard.press('Shift');
    const worker = await visit.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(worker).toBe(`${site}/`);
    await visit.page.evaluate((value) => {
      const form = document.createElement('form');
      const field = document.createElement('input');
      Object.assign(form, { method: 'post', action: `${location.pathname}share` });
      Object.assign(field, { name: 'url', value });
      form.append(field);
      document.body.append(form);
      form.submit();
    }, REEL);
    await visit.card.getByText('Instagram reel, 0:08').waitFor();
    expect(pathOf(visit.page.url())).toBe(`${BASE}/`);
    expect(product.output()).not.toContain('"route":"/share"');
    expect(faultsSince()).toEqual([]);
  });

  it('leads from an unknown path, the help and the status to the form', async () => {
    await visit.page.goto(`${site}/nowhere`);
    await visit.page.getByRole('heading', { name: "This page isn't here" }).waitFor();
    // The request is the service worker's, and the page's.
    expect([...new Set(faultsSince())]).toEqual([`404 ${BASE}/nowhere`, expect.stringContaining('404')]);
    for (const path of ['/help', '/status', '/legal/privacy']) {
      await visit.page.goto(`${site}${path}`);
      await visit.page.locator('header a').first().click();
      await visit.field.waitFor();
      expect(pathOf(visit.page.url())).toBe(`${BASE}/`);
    }
    expect(faultsSince()).toEqual([]);
  });

  it('works without scripts', async () => {
    const context = watch(await browser.newContext({ javaScriptEnabled: false }));
    const page = await context.newPage();
    await page.goto(`${site}/`);
    await page.locator('#link').fill(REEL);
    await page.locator('noscript button, #link-form button[type="submit"]').first().click();
    await page
      .getByText('@harbour')
      .or(page.getByRole('link', { name: /Download/u }))
      .first()
      .waitFor();
    expect(pathOf(page.url())).toBe(`${BASE}/preview`);
    for (const link of await page.locator('a[href*="/api/media/"]').all())
      expect(await link.getAttribute('href')).toMatch(/^\/savelet\/api\/media\//u);
    await context.close();
    expect(faultsSince()).toEqual([]);
  });

  it('lets the owner in, and opens every section of the panel', async () => {
    const link = () => /http\S+\/admin\/signup\?setup=\S+/u.exec(product.output())?.[0];
    await expect.poll(link).toBeDefined();
    panel = await PanelPage.open(browser, link() ?? '');
    watch(panel.context);
    expect(panel.path).toBe(`${BASE}/admin/signup`);
    await panel.field('Full name').fill('Nadja Berg');
    await panel.field('Email').fill('nadja@example.org');
    await panel.field('Password').fill('quiet heather moor');
    await panel.field('Confirm password').fill('quiet heather moor');
    await panel.button('Create account').click();
    await panel.heading('Overview').waitFor();
    const [cookie] = (await panel.context.cookies()).filter(({ name }) => name === 'sid');
    expect(cookie?.path).toBe(BASE);
    const links = panel.page.locator('nav a[href*="/admin/"]');
    expect(await links.count()).toBeGreaterThanOrEqual(SECTIONS);
    for (const one of await links.all()) {
      const href = await one.getAttribute('href');
      await one.click();
      await expect.poll(() => panel.path).toBe(href);
      await panel.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await panel.page.getByText("This page isn't here").count()).toBe(0);
    }
    expect(faultsSince()).toEqual([]);
  });

  it('shows a saved title and logo on the open page', async () => {
    await visit.open(site);
    await panel.page.getByRole('link', { name: 'General Settings' }).click();
    await panel.field('Website title').fill('Moorland');
    await panel.page.getByTestId('logo-file').setInputFiles('src/web/static/icon-192.png');
    await panel.bar.getByText(/Unsaved changes in .*Logo/u).waitFor();
    await panel.save.click();
    await expect.poll(() => visit.page.title(), { timeout: 10_000 }).toContain('Moorland');
    const icon = () => visit.page.locator('link[rel="icon"]').getAttribute('href');
    await expect.poll(icon).toMatch(/^\/savelet\/api\/logo\/[0-9a-f]+\/favicon\.png$/u);
    expect((await visit.page.request.get(new URL((await icon()) ?? '', site).href)).status()).toBe(200);
    expect(await visit.page.evaluate(() => localStorage.getItem('websiteTitle'))).toBe('Moorland');
    expect(faultsSince()).toEqual([]);
  });

  it('stays signed in after a reload, and logs out to the sign-in page', async () => {
    await panel.page.reload();
    await panel.heading('General Settings').waitFor();
    await panel.button('Logout').click();
    await panel.heading('Sign in').waitFor();
    expect(panel.path).toBe(`${BASE}/admin/login`);
    expect((await panel.context.cookies()).filter(({ name }) => name === 'sid')).toEqual([]);
    expect(panel.faults).toEqual([]);
    // A call that the sign-out overtook is refused.
    expect(faultsSince().filter((fault) => !fault.includes('401'))).toEqual([]);
    await panel.context.close();
  });
});
