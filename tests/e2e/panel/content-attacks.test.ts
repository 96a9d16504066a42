import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_ATTRIBUTES, CONTENT_ELEMENTS } from '../../../src/shared/content-allow-list.ts';
import { launchBrowser } from '../browser.ts';
import { ContentDesk } from '../pages/content-desk.ts';

const CORPORA = path.resolve(import.meta.dirname, '../../../../shared/corpora/xss');
const TEST_TIMEOUT_MS = 240_000;
/** How long a page may take to have its links pressed, and to close: one that is led away all the time may never answer. */
const ANSWER_MS = 10_000;
/** Attacks in one save; more would only hide each other. */
const BATCH = 20;

const OWN = [
  '<script>alert(1)</script>',
  '<script src="data:text/javascript,alert(1)"></script>',
  '<script type="module">alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" srcset="x 1x" onload="alert(1)" onerror="alert(1)">',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<a href="javascript:alert(1)">link</a>',
  '<a href="java&#10;script:alert(1)">link</a>',
  '<a href="&#1;javascript:alert(1)" target="_self">link</a>',
  '<a href="data:text/html,<script>alert(1)</script>">link</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="javascript:parent.alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<input autofocus onfocus=alert(1)><select autofocus onfocus=alert(1)></select>',
  '<video src=x onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>',
  '<form action="javascript:alert(1)"><button>go</button></form><button formaction="javascript:alert(1)">go</button>',
  '<p style="animation-name:x" onanimationstart=alert(1)>text</p>',
  '<h1 class=" onclick=alert(1) x" onclick="alert(1)" id="root" name="trustModule">Title</h1>',
  '<h2 class="a" class="b>" title="><img src=x onerror=alert(1)>">Title</h2>',
  '<table background="javascript:alert(1)"><tr><td style="width:expression(alert(1))">cell</td></tr></table>',
  "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>\">",
  '<p data-pm-slice="1 1 []" title="&quot;><script>alert(1)</script>">slice</p>',
];

interface Corpus {
  readonly payloads: Readonly<Record<string, string>>;
  readonly items: readonly { readonly data: string }[];
}
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(CORPORA, name), 'utf8'));

/** The published lists, their placeholders filled in; none of them where they are absent. */
const published = (): string[] => {
  if (!existsSync(CORPORA)) return [];
  const { payloads, items } = read('h5sc-items.json') as Corpus;
  const filled = items.map(({ data }) =>
    data.replace(/%(\w+)%/gu, (whole, name: string) => payloads[name] ?? whole),
  );
  return [...filled, ...(read('owasp-filter-evasion.json') as string[])];
};

const batchesOf = (vectors: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(vectors.length / BATCH) }, (_, index) =>
    vectors.slice(index * BATCH, (index + 1) * BATCH).join('\n'),
  );
/** Both ways round, because one attack may swallow those after it. */
const batches = (vectors: readonly string[]): string[] => [
  ...batchesOf(vectors),
  ...batchesOf(vectors.toReversed()),
];

/** Writes down what an attack would set off. */
const watch = async (context: BrowserContext, harm: string[], sanitiser = true): Promise<void> => {
  await context.exposeFunction('noteHarm', (what: string) => void harm.push(what));
  await context.addInitScript((keeps) => {
    if (!keeps) Reflect.deleteProperty(Element.prototype, 'setHTML');
    const note = (globalThis as unknown as { noteHarm: (what: string) => void }).noteHarm;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      Object.assign(globalThis, { [name]: () => note(name) });
  }, sanitiser);
};

/** Whatever in these elements is not on the allow-list; the editor's own marks aside. */
const strangers = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    ([within, elements, attributes]) => {
      const own = ['rel', 'draggable', 'contenteditable', 'alt'];
      const allowed = (element: Element, name: string) =>
        own.includes(name) ||
        [...(attributes['*'] ?? []), ...(attributes[element.localName] ?? [])].includes(name);
      return [...document.querySelectorAll(`${within} *`)].flatMap((element) => [
        ...(elements.includes(element.localName) ? [] : [element.localName]),
        ...[...element.attributes]
          .filter(({ name, value }) => !allowed(element, name) || /^\W*java\s*script:/iu.test(value))
          .map(({ name }) => `${element.localName} ${name}`),
      ]);
    },
    [selector, CONTENT_ELEMENTS as readonly string[], CONTENT_ATTRIBUTES] as const,
  );

/** Waits no longer than that; what an attack set off has been written down by then. */
const inTime = (answer: Promise<void>): Promise<void> =>
  Promise.race([answer, pause(ANSWER_MS, undefined, { ref: false })]);

/** Presses every link that would run a script, and lets what is due happen. */
const provoke = async (page: Page): Promise<void> => {
  const pressed = page
    .evaluate(async () => {
      for (const link of document.querySelectorAll('[data-prose] a, [data-prose] button'))
        if (link instanceof HTMLElement && !/^https?:/iu.test(link.getAttribute('href') ?? '')) link.click();
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    })
    // A refresh in the markup has led away: no script did.
    .catch(() => undefined);
  await inTime(pressed);
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const ATTACKS = [...OWN, ...published()];
const untilShown = (page: Page, selector: string, mark: string): Promise<unknown> =>
  page.waitForFunction(([within, words]) => document.querySelector(within)?.textContent.includes(words), [
    selector,
    mark,
  ] as const);

describe('attacks saved as content', () => {
  let desk: ContentDesk;
  const harm: string[] = [];
  let owner: BrowserContext;
  beforeAll(async () => {
    desk = await ContentDesk.start(browser);
    owner = await desk.context();
    await watch(owner, harm);
  });
  afterAll(async () => {
    await owner?.close();
    await desk?.stop();
  });

  it('run nothing on the page, in the editor, in its preview, and leave nothing that is not allowed', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    await desk.save({ content: '<p>start</p>' });
    const editor = await desk.open(owner);
    const visitor = await owner.newPage();
    await visitor.goto(desk.product.origin);
    for (const [index, batch] of batches(ATTACKS).entries()) {
      const mark = `batch ${String(index)}.`;
      await desk.save({ content: `<p>${mark}</p>${batch}` });
      await visitor.goto(desk.product.origin);
      await Promise.all([
        untilShown(visitor, '[data-prose]', mark),
        untilShown(editor.page, '.ProseMirror', mark),
        untilShown(editor.page, '[data-testid="content-preview"]', mark),
      ]);
      await provoke(visitor);
      expect([batch, await strangers(visitor, '[data-prose]')]).toEqual([batch, []]);
      expect([batch, await strangers(editor.page, '.ProseMirror')]).toEqual([batch, []]);
      expect([batch, await strangers(editor.page, '[data-prose]')]).toEqual([batch, []]);
      expect([batch, harm]).toEqual([batch, []]);
    }
    expect(editor.faults).toEqual([]);
  });

  it('run nothing as earlier versions, looked at or restored', async () => {
    const editor = await desk.open(owner);
    await editor.button('Earlier versions').click();
    const views = editor.page.getByRole('button', { name: /^View the version/u });
    await views.first().waitFor();
    for (const view of await views.all()) {
      await view.click();
      await editor.page.getByText('Back to your text').waitFor();
      expect(await strangers(editor.page, '[data-prose]')).toEqual([]);
    }
    await editor.page
      .getByRole('button', { name: /^Restore the version/u })
      .last()
      .click();
    await editor.bar.waitFor();
    expect(await strangers(editor.page, '.ProseMirror')).toEqual([]);
    expect(harm).toEqual([]);
    expect(editor.faults).toEqual([]);
  });

  it('run nothing when they are pasted, and what is saved then is clean', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    await desk.save({ content: '<p>start</p>' });
    const editor = await desk.open(owner);
    await editor.text.click();
    const pastes = ATTACKS.map((vector, index) => `<p>paste ${String(index)}.</p>${vector}`);
    for (let batch = 0; batch < pastes.length; batch += BATCH) {
      await editor.paste(...pastes.slice(batch, batch + BATCH));
      expect([batch, await strangers(editor.page, '.ProseMirror')]).toEqual([batch, []]);
    }
    expect(await strangers(editor.page, '.ProseMirror')).toEqual([]);
    expect(harm).toEqual([]);
    await editor.save();
    const visitor = await owner.newPage();
    await visitor.goto(desk.product.origin);
    await untilShown(visitor, '[data-prose]', 'paste 0.');
    await provoke(visitor);
    expect(await strangers(visitor, '[data-prose]')).toEqual([]);
    expect(harm).toEqual([]);
  });
});

describe.each([
  ['that sanitises', true],
  ['that does not sanitise', false],
])('attacks the server has not sanitised, in a browser %s', (_name, sanitiser) => {
  let desk: ContentDesk;
  const harm: string[] = [];
  let owner: BrowserContext;
  beforeAll(async () => {
    desk = await ContentDesk.start(browser, { clean: (html) => Promise.resolve(html) });
    owner = await desk.context();
    await watch(owner, harm, sanitiser);
    // Nothing leaves this machine, and nothing waits for it.
    await owner.route(
      ({ origin }) => origin !== desk.product.origin,
      (route) => route.abort(),
    );
  });
  afterAll(async () => {
    await owner?.close();
    await desk?.stop();
  });

  it('are stopped by the policies alone', { timeout: TEST_TIMEOUT_MS }, async () => {
    await desk.save({ content: '<p>start</p>' });
    const editor = await desk.open(owner);
    let refused = 0;
    for (const [index, batch] of batchesOf(OWN).entries()) {
      const mark = `batch ${String(index)}.`;
      await desk.save({ content: `<p>${mark}</p>${batch}` });
      const visitor = await owner.newPage();
      visitor.on('console', (line) => {
        if (/content security policy/iu.test(line.text())) refused += 1;
      });
      await visitor.goto(desk.product.origin, { waitUntil: 'domcontentloaded' });
      await provoke(visitor);
      await untilShown(editor.page, '.ProseMirror', mark);
      expect([batch, await strangers(editor.page, '.ProseMirror')]).toEqual([batch, []]);
      expect([batch, harm]).toEqual([batch, []]);
      await inTime(visitor.close());
    }
    // They did reach the page.
    expect(refused).toBeGreaterThan(OWN.length);
    await editor.page.close({ runBeforeUnload: false });
  });

  // What the server sends raw is the same for every browser: once is enough.
  it.runIf(sanitiser && existsSync(CORPORA))(
    'are stopped on the page, the published ones too',
    {
      timeout: TEST_TIMEOUT_MS,
    },
    async () => {
      for (const batch of batchesOf(published())) {
        await desk.save({ content: batch });
        const visitor = await owner.newPage();
        await visitor.goto(desk.product.origin, { waitUntil: 'domcontentloaded' });
        await provoke(visitor);
        expect([batch, harm]).toEqual([batch, []]);
        await inTime(visitor.close());
      }
    },
  );
});

it.skipIf(existsSync(CORPORA))('the published lists of attacks are absent: only our own were tried', () => {
  expect(ATTACKS).toEqual(OWN);
});
