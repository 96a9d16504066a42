import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../product.ts';
import type { EngineBrowser } from './engine.ts';
import { EngineVisit, KEY, type Target } from './engine-visit.ts';
import { startFirefox } from './firefox-browser.ts';
import { missingFor } from './installed-programs.ts';
import { startWebkit } from './webkit-browser.ts';

/** Part of the link that no file of the browser's history may contain. */
const ID = '7400000000000000001';
const VIDEO = `https://www.tiktok.com/@mock.user/video/${ID}`;
const CARD: Target = { css: '[data-testid="result-card"]' };
const AGAIN: Target = { css: 'a', name: 'Try again' };
const WIDTH = 390;

/** Returns the bytes of all files whose names begin with `name`, at any depth. */
const filesNamed = async (folder: string, name: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.startsWith(name));
  const texts = await Promise.all(
    files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  );
  return texts.join('');
};

describe.each([
  ['firefox', startFirefox],
  ['webkit', startWebkit],
] as const)('in %s', (engine, start) => {
  const missing = missingFor(engine);
  if (missing !== null) {
    it(`${engine}: ${missing}`, (context) => {
      if (process.env['CI'] === 'true') throw new Error(missing);
      context.skip(missing);
    });
    return;
  }

  let browser: EngineBrowser;
  let product: Product;
  let visit: EngineVisit;
  beforeAll(async () => {
    [browser, product] = await Promise.all([start(), startProduct(() => ({ ENGINES: 'native,sample' }))]);
    visit = new EngineVisit(await browser.newPage(WIDTH));
  });
  afterAll(() => Promise.all([browser?.close(), product?.stop()]));

  /** Shares a text to the site, as an installed app does, and waits for the result and the cleaned address. */
  const share = async (text: string): Promise<void> => {
    await visit.page.load(`${product.origin}/help`);
    await visit.page.run((value) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share' });
      const field = document.createElement('input');
      Object.assign(field, { name: 'text', value });
      form.append(field);
      document.body.append(form);
      setTimeout(() => form.submit());
    }, text);
    await visit.until(() => document.documentElement.hasAttribute('data-hydrated'));
    await visit.waitFor(CARD);
    await visit.until((root) => location.href === root, `${product.origin}/`);
  };

  it('previews a shared text, also after a reload, without the service worker', async () => {
    await share(`Look: ${VIDEO}`);
    expect(product.output()).toContain('"route":"/share"');
    // The browser would ask before it sends a form again.
    await visit.page.run(() => {
      Object.assign(globalThis, { isOld: true });
      setTimeout(() => location.reload());
    });
    await visit.until(
      () => !('isOld' in globalThis) && document.documentElement.hasAttribute('data-hydrated'),
    );
    expect(await visit.page.run(() => location.pathname)).toBe('/');
    expect(product.output().match(/"route":"\/share"/gu)).toHaveLength(1);
  });

  it('previews it with the service worker, which the server does not notice', async () => {
    await visit.open(`${product.origin}/`);
    await visit.press(KEY.escape);
    await visit.page.run(async () => (await navigator.serviceWorker.ready).scope);
    const before = product.output().length;
    await share(`Look: ${VIDEO}`);
    expect(product.output().slice(before)).not.toContain('"route":"/share"');
    expect(product.output()).not.toContain(ID);
  });

  it('shows the offline page once the server has stopped', async () => {
    await product.stop();
    await visit.page.load(`${product.origin}/status`);
    await visit.waitFor(AGAIN);
    expect(await visit.count({ css: 'button' })).toBe(0);
    expect(await visit.page.run(() => document.documentElement.scrollWidth)).toBe(WIDTH);
    await visit.click(AGAIN);
    await visit.waitFor(AGAIN);
  });

  it('leaves the link in no file of the history', async () => {
    const { port } = new URL(product.origin);
    let history = '';
    await browser.close(async (folder) => {
      history = await filesNamed(folder, 'places.sqlite');
    });
    // WebKitGTK's test browser keeps no history.
    if (engine === 'firefox') expect(history).toContain(`127.0.0.1:${port}/`);
    expect(history).not.toContain(ID);
  });
});
