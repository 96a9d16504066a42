import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MARKUP_ATTACKS } from '../markup-attacks.ts';
import { launchBrowser } from './browser.ts';
import { type InProcessProduct, startInProcessProduct } from './in-process-product.ts';
import { strangers, watchHarm } from './pages/attacks.ts';
import { PublicPage } from './pages/public-page.ts';
import { raise, store, untilMirrored } from './pages/site-probe.ts';

const PAINT_TIMEOUT_MS = 5_000;
const TEST_TIMEOUT_MS = 120_000;

/** Attacks of several kinds, and some on this site's own rules for URLs. */
const OWN = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/a.png">',
  '<img src="//evil.example/b.png">',
  '<img src="/&#9;/evil.example/c.png">',
  '<img src="/&#10;/evil.example/d.png">',
  '<img src="/&#13;\\evil.example/e.png">',
  '<img srcset="https://evil.example/f.png 1x" src="/favicon.svg">',
  '<a href="javascript:alert(1)">link</a>',
  '<a href="java&#10;script:alert(1)" ping="https://evil.example/ping">link</a>',
  '<svg><use href="https://evil.example/s.svg#x"/><animate onbegin=alert(1) /></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/y.css"</style>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<base href="https://evil.example/"><form action="https://evil.example/"><button>go</button></form>',
  '<h1 class=" onclick=alert(1) x" onclick="alert(1)" style="background:url(https://evil.example/z)">Title</h1>',
  '<h2 class="a" class="b>" title="><img src=x onerror=alert(1)>">Title</h2>',
  '<video poster="https://evil.example/p"><source src="https://evil.example/v" onerror=alert(1)></video>',
];

let browser: Browser;
let product: InProcessProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    // The page and its policy must hold even if the server's sanitizer lets everything through.
    startInProcessProduct(undefined, { clean: async (html) => html }),
  ]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));
afterEach(async () => void (await product.settings.change({ content: '' })));

/** Opens a page that records what an attack would trigger. */
const openTarget = async (sanitiser: boolean) => {
  const context = await browser.newContext();
  const harm: string[] = [];
  await watchHarm(context, harm, sanitiser);
  const page = await context.newPage();
  await new PublicPage(page).open(product.origin);
  await untilMirrored(page);
  // Even an attempt that the policy blocks counts as a failure.
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== product.origin) harm.push(request.url());
  });
  page.on('framenavigated', (frame) => harm.push(`to ${frame.url()}`));
  page.on('pageerror', (error) => harm.push(error.message));
  return { page, harm, end: () => context.close() };
};

/** Renders one attack after the other, each after a paragraph that shows when it has been rendered. */
const attack = async (
  vectors: readonly string[],
  target: Awaited<ReturnType<typeof openTarget>>,
  send: (page: Page, html: string) => Promise<unknown>,
): Promise<void> => {
  for (const [index, vector] of vectors.entries()) {
    const mark = `attack ${String(index)}.`;
    await send(target.page, `<p>${mark}</p>${vector}`);
    await target.page.waitForFunction(
      (text) => document.querySelector('[data-prose]')?.textContent.includes(text),
      mark,
      { timeout: PAINT_TIMEOUT_MS },
    );
    expect([vector, await strangers(target.page, '[data-prose]')]).toEqual([vector, []]);
    expect([vector, target.harm]).toEqual([vector, []]);
  }
};

const storeContent = async (page: Page, content: string): Promise<void> => {
  await store(page, 'admin_settings', JSON.stringify({ content }));
  await raise(page, 'contentUpdated');
};

const bothWays = (vectors: readonly string[]): void => {
  it('in a browser with a sanitizer', { timeout: TEST_TIMEOUT_MS }, async () => {
    const target = await openTarget(true);
    await attack(vectors, target, storeContent);
    await target.end();
  });

  it("in a browser without one: nothing stored is shown, and of the server's content only what is allowed", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const target = await openTarget(false);
    for (const vector of vectors) await storeContent(target.page, vector);
    await expect.poll(() => target.page.locator('#owner-content').isHidden()).toBe(true);
    await attack(vectors, target, (_page, content) => product.settings.change({ content }));
    await target.end();
  });
};

it('content with misleading titles has the same tree from the server and from a live change', {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const content = [
    '<h1 title="x class=" class="text-size-18">One <em>é</em>&nbsp;&amp;</h1>',
    '<h6 title="y class=">Two</h6><blockquote><h2>Three</h2></blockquote>',
    '<p><a title="z rel=" href="https://harbour.example/">out</a> <a title="href=" href="#faqs">here</a></p>',
  ].join('');
  const { page, end } = await openTarget(true);
  const tree = () =>
    page.locator('[data-prose] *').evaluateAll((elements) =>
      elements.map(({ localName, attributes, textContent }) => ({
        localName,
        attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
        textContent,
      })),
    );
  await product.settings.change({ content });
  await expect.poll(async () => (await tree()).length).toBe(8);
  const live = await tree();
  await page.reload();
  expect(await tree()).toEqual(live);
  expect(live[0]).toEqual({
    localName: 'h2',
    attributes: { title: 'x class=', class: 'heading-1 text-size-18' },
    textContent: 'One é\u00a0&',
  });
  await end();
});

describe('an attack in the content runs nothing and sends no request', () => bothWays(OWN));

describe('attacks on sanitisers run nothing either', () => bothWays(MARKUP_ATTACKS));
