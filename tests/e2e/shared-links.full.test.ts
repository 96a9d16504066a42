import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { PublicPage } from './pages/public-page.ts';
import { type Product, startProduct } from './product.ts';

const ID = '7400000000000000001';
/** Matches what is left of the link wherever it was written. */
const POST = /mock\.user|7400000000000000001/u;
const VIDEO = `https://www.tiktok.com/@mock.user/video/${ID}`;

let browser: Browser;
let product: Product;
/** Site of somebody else. `/strict/…` allows forms to nobody else. */
let elsewhere: http.Server;
let elsewhereOrigin = '';
/** Port of the site, which the help page names and a restart uses again. */
let port = 0;
const start = () => startProduct(() => ({ ENGINES: 'native,sample', PORT: String(port) }));
const listen = async (server: http.Server, wanted = 0): Promise<number> => {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const close = async (server: http.Server): Promise<void> => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};
beforeAll(async () => {
  elsewhere = http.createServer(({ url = '' }, response) => {
    const forms = url.startsWith('/strict/') ? "; form-action 'self'" : '';
    response.setHeader('content-security-policy', `script-src 'none'${forms}`);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A post</title>');
  });
  elsewhereOrigin = `http://127.0.0.1:${await listen(elsewhere)}`;
  const free = http.createServer();
  port = await listen(free);
  await close(free);
  [browser, product] = await Promise.all([launchBrowser(), start()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await close(elsewhere);
});

/** Shares a text to the site, as an installed app on a phone does. */
const share = async (page: Page, text: string): Promise<void> => {
  await page.goto(elsewhereOrigin);
  await page.evaluate(
    ([action, value]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action });
      for (const [name, content] of [
        ['title', 'A post'],
        ['text', value],
      ] as const) {
        const input = document.createElement('input');
        Object.assign(input, { name, value: content });
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [`${product.origin}/share`, text] as const,
  );
};

/** Returns the tab's history as the browser itself has it. */
const historyOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  return { addresses: entries.map(({ url }) => url), everything: JSON.stringify(entries) };
};

/** Waits until the service worker, which is registered at the first use of the page, has started. */
const startWorker = async (page: Page): Promise<void> => {
  await page.goto(`${product.origin}/`);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.keyboard.press('Shift');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(
    `${product.origin}/`,
  );
};

/** Opens a tab in a browser profile of its own, in which nothing may violate the pages' policies. */
const openTab = async (): Promise<{ visit: PublicPage; faults: string[] }> => {
  const context = await browser.newContext();
  const visit = new PublicPage(await context.newPage());
  const faults: string[] = [];
  visit.page.on('console', (message) => {
    if (/Content Security Policy|Trusted/u.test(message.text())) faults.push(message.text());
  });
  return { visit, faults };
};

describe.each(['without', 'with'] as const)('a shared text, %s the service worker', (worker) => {
  it('starts its preview at the root of the site, and leaves the link in no address and no log line', async () => {
    const { visit, faults } = await openTab();
    const { page } = visit;
    if (worker === 'with') await startWorker(page);
    const before = product.output().length;
    await share(page, `Look at this: ${VIDEO} 🙂`);
    await visit.card.waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    const history = await historyOf(page);
    expect(history.addresses.at(-1)).toBe(`${product.origin}/`);
    expect(history.addresses).not.toContain(`${product.origin}/share`);
    expect(history.everything).not.toMatch(POST);
    // A reload asks for the page, not for the form again.
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    expect(page.url()).toBe(`${product.origin}/`);
    const log = product.output().slice(before);
    expect(log).toContain('"route":"/api/preview"');
    // The worker takes the form itself.
    expect(log.includes('"route":"/share"')).toBe(worker === 'without');
    expect(log).not.toMatch(POST);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says what is wrong with a text without a link', async () => {
    const { visit } = await openTab();
    if (worker === 'with') await startWorker(visit.page);
    await share(visit.page, 'no link at all');
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
    expect(visit.page.url()).toBe(`${product.origin}/`);
    await visit.page.context().close();
  });
});

describe('the bookmarklet of the help page', () => {
  const addressOf = async (page: Page): Promise<string> => {
    await page.goto(`${product.origin}/help`);
    const link = page.getByRole('link', { name: 'Save with Savelet' });
    const address = (await link.getAttribute('href')) ?? '';
    expect(await page.getByLabel(/add a bookmark by hand/u).inputValue()).toBe(address);
    // On the site's own page it does nothing.
    await link.click();
    expect(page.url()).toBe(`${product.origin}/help`);
    return address;
  };

  it.each([
    ['that forbids scripts', `/@mock.user/video/${ID}`],
    ['that forbids scripts and forms', `/strict/@mock.user/video/${ID}`],
  ])('brings the address of a page %s', async (_what, path) => {
    const { visit } = await openTab();
    const { page } = visit;
    const address = await addressOf(page);
    await page.goto(elsewhereOrigin + path);
    // Like a bookmark that is clicked, this runs in the page; its navigation replaces that of the call.
    await page.goto(address).catch(() => undefined);
    await visit.message.getByText('Please enter a valid Instagram or TikTok URL').waitFor();
    expect(await visit.field.inputValue()).toBe(elsewhereOrigin + path);
    expect(page.url()).toBe(`${product.origin}/`);
    await page.context().close();
  });
});

describe('the address /#link=…', () => {
  it('starts the preview and is cleaned', async () => {
    const { visit } = await openTab();
    await visit.open(product.origin, `/#link=${encodeURIComponent(VIDEO)}`);
    await visit.card.waitFor();
    expect(visit.page.url()).toBe(`${product.origin}/`);
    await visit.page.context().close();
  });
});

describe('a site that cannot be reached', () => {
  it('shows the offline page, keeps what was shared and pasted, and goes on once it is back', async () => {
    const { visit } = await openTab();
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    await startWorker(page);
    await visit.field.fill(VIDEO);
    await product.stop();

    const answer = await page.goto(`${product.origin}/?from=mail`);
    expect(answer?.status()).toBe(503);
    expect(answer?.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'sha256-"),
      'referrer-policy': 'no-referrer',
    });
    const heading = page.getByRole('heading', { name: "We can't reach Savelet" });
    await heading.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const again = page.getByRole('link', { name: 'Try again' });
    expect(await page.getByRole('button').count()).toBe(0);
    await again.click();
    await heading.waitFor();

    // Downloads and the API get the browser's own error.
    const download = await page.context().newPage();
    await expect(download.goto(`${product.origin}/api/media/none`)).rejects.toThrow('ERR_CONNECTION_REFUSED');

    await share(page, `"<b>'&amp; ${VIDEO}`);
    await heading.waitFor();
    const button = page.getByRole('button', { name: 'Try again' });
    expect(await again.count()).toBe(0);
    await button.press('Enter');
    await heading.waitFor();
    await button.waitFor();

    const other = await page.context().newPage();
    await other.goto(`${product.origin}/help`);
    product = await start();
    // No other tab takes the share.
    await other.getByRole('link', { name: 'Try again' }).click();
    await other.getByRole('heading', { name: 'Help', exact: true }).waitFor();
    await button.click();
    await visit.card.waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    await page.context().close();
  });
});

describe('a proxy that asks for a password', () => {
  it('is reached without the service worker', async () => {
    const { visit } = await openTab();
    const { page } = visit;
    await startWorker(page);
    await product.stop();
    const asked: string[] = [];
    const proxy = http.createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(401, { 'content-type': 'text/plain' }).end('a password, please');
    });
    await listen(proxy, port);
    const answer = await page.goto(`${product.origin}/help`);
    expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([401, false]);
    expect(asked.filter((url) => url === '/help')).toHaveLength(2);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await page.context().close();
    await close(proxy);
    product = await start();
  });
});
