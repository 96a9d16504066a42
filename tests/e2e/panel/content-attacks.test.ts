import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { publishedAttacks, strangers, watchHarm } from '../pages/attacks.ts';
import { ContentDesk } from '../pages/content-desk.ts';

const TEST_TIMEOUT_MS = 240_000;
/** Attacks in one save; more would only hide each other. */
const BATCH = 20;
/** A page that answers nothing for so long has been led away: what it set off is written down already. */
const ANSWER_MS = 10_000;
/** The browser waits for some of its own steps without a limit. */
const STEP_MS = 30_000;
/** What the editor's own program writes on elements of its text. */
const EDITOR_MARKS = ['draggable', 'contenteditable', 'alt'];

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

const PUBLISHED = publishedAttacks();
const ATTACKS = [...OWN, ...(PUBLISHED ?? [])];

const batchesOf = (vectors: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(vectors.length / BATCH) }, (_, index) =>
    vectors.slice(index * BATCH, (index + 1) * BATCH),
  );
/** Both ways round, because one attack may swallow those after it. */
const batches = (vectors: readonly string[]): string[] =>
  [...batchesOf(vectors), ...batchesOf(vectors.toReversed())].map((batch) => batch.join('\n'));

/** Ends a wait that has no limit of its own, in words that tell where it was. */
const within = async <T>(step: string, work: Promise<T>, ms = STEP_MS): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${step}: not done after ${String(ms)} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Presses every link that would run a script, and lets what is due happen. Gives whether the page still stands. */
const provoke = (page: Page): Promise<boolean> => {
  const pressed = page.evaluate(async () => {
    for (const link of document.querySelectorAll('[data-prose] a, [data-prose] button'))
      if (link instanceof HTMLElement && !/^https?:/iu.test(link.getAttribute('href') ?? '')) link.click();
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    return document.querySelector('[data-prose]') !== null;
  });
  // Markup may lead away, and then the page has no answer: no script did.
  return within('provoke', pressed, ANSWER_MS).catch(() => false);
};

const untilShown = (page: Page, selector: string, mark: string): Promise<unknown> =>
  within(
    `${mark} in ${selector}`,
    page.waitForFunction(([inside, words]) => document.querySelector(inside)?.textContent.includes(words), [
      selector,
      mark,
    ] as const),
  );

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const closePages = async (context: BrowserContext): Promise<void> => {
  for (const page of context.pages()) await within(`close ${page.url()}`, page.close());
};

describe('attacks saved as content', () => {
  let desk: ContentDesk;
  const harm: string[] = [];
  let owner: BrowserContext;
  beforeAll(async () => {
    desk = await ContentDesk.start(browser);
    owner = await desk.context();
    await watchHarm(owner, harm);
  });
  afterEach(() => closePages(owner));
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
      expect([batch, await provoke(visitor)]).toEqual([batch, true]);
      expect([batch, await strangers(visitor, '[data-prose]')]).toEqual([batch, []]);
      expect([batch, await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)]).toEqual([batch, []]);
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
    expect(await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)).toEqual([]);
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
      expect([batch, await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)]).toEqual([batch, []]);
    }
    expect(await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)).toEqual([]);
    expect(harm).toEqual([]);
    await editor.save();
    const visitor = await owner.newPage();
    await visitor.goto(desk.product.origin);
    await untilShown(visitor, '[data-prose]', 'paste 0.');
    expect(await provoke(visitor)).toBe(true);
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
  beforeAll(async () => {
    desk = await ContentDesk.start(browser, { clean: (html) => Promise.resolve(html) });
  });
  afterAll(() => desk?.stop());

  /** A browser of its own, so that nothing an attack leaves behind is there for the next. */
  const openBrowser = async (): Promise<BrowserContext> => {
    const context = await desk.context();
    await watchHarm(context, harm, sanitiser);
    // Nothing leaves this machine, and nothing waits for it.
    await context.route(
      ({ origin }) => origin !== desk.product.origin,
      (route) => route.abort(),
    );
    return context;
  };

  /** Has a visitor meet the attacks as the server sends them raw; `hear` is told of every line of the console. */
  const strike = async (
    name: string,
    vectors: readonly string[],
    hear: (line: string) => void = () => undefined,
  ): Promise<boolean> => {
    const batch = vectors.join('\n');
    await within(`save ${name}`, desk.save({ content: `<p>${name}</p>${batch}` }));
    const context = await within(`a browser for ${name}`, openBrowser());
    const visitor = await within(`a page for ${name}`, context.newPage());
    visitor.on('console', (line) => hear(line.text()));
    await within(
      `open ${name}`,
      visitor.goto(desk.product.origin, { waitUntil: 'domcontentloaded', timeout: 0 }),
    );
    const stands = await provoke(visitor);
    expect([batch, harm]).toEqual([batch, []]);
    await within(`close ${name}`, context.close());
    return stands;
  };

  it('are stopped by the policies alone', { timeout: TEST_TIMEOUT_MS }, async () => {
    await desk.save({ content: '<p>start</p>' });
    const owner = await openBrowser();
    const editor = await desk.open(owner);
    let refused = 0;
    for (const [index, batch] of batchesOf(OWN).entries()) {
      const mark = `batch ${String(index)}.`;
      const before = refused;
      await strike(mark, batch, (line) => {
        if (/content security policy/iu.test(line)) refused += 1;
      });
      expect([batch, refused - before]).not.toEqual([batch, 0]);
      await untilShown(editor.page, '.ProseMirror', mark);
      expect([batch, await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)]).toEqual([batch, []]);
      expect([batch, harm]).toEqual([batch, []]);
    }
    // They did reach the page. Its parser's tree repairs the markup of some, which then attempt nothing.
    expect(refused).toBeGreaterThan(OWN.length / 2);
    await within('close the editor', owner.close());
  });

  // What the server sends raw is the same for every browser: once is enough.
  it.runIf(sanitiser && PUBLISHED !== null)(
    'are stopped on the page, the published ones too',
    { timeout: TEST_TIMEOUT_MS },
    async () => {
      /** Attacks that lead away hide the others: those are met again without them. */
      const meet = async (name: string, vectors: readonly string[]): Promise<void> => {
        if ((await strike(name, vectors)) || vectors.length === 1) return;
        const half = Math.ceil(vectors.length / 2);
        await meet(`${name}1.`, vectors.slice(0, half));
        await meet(`${name}2.`, vectors.slice(half));
      };
      for (const [index, batch] of batchesOf(PUBLISHED ?? []).entries())
        await meet(`batch ${String(index)}.`, batch);
    },
  );
});

it.skipIf(PUBLISHED !== null)('the published lists of attacks are absent: only our own were tried', () => {
  expect(ATTACKS).toEqual(OWN);
});
