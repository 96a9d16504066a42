import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MARKUP_ATTACKS } from '../../markup-attacks.ts';
import { launchBrowser } from '../browser.ts';
import { strangers, watchHarm } from '../pages/attacks.ts';
import { ContentEditorPage } from '../pages/content-editor-page.ts';

const TEST_TIMEOUT_MS = 240_000;
/** Attacks per save; with more, one would hide another. */
const BATCH = 20;
/** A page that does not answer for this long was navigated away; whatever the attack triggered is recorded already. */
const ANSWER_MS = 10_000;
/** Some of the browser's own steps have no time limit. */
const STEP_MS = 30_000;
/** What the editor's own program writes on elements of its text. */
/** Placeholder for attacks that are inserted into the page in transit. */
const PLACE = '<p>The attack stands here.</p>';
const EDITOR_MARKS = ['draggable', 'contenteditable', 'alt'];

/** Attacks, each with the directive of the page's policy that blocks it. */
const REFUSED = [
  ['<script>alert(1)</script>', 'script-src'],
  ['<script src="data:text/javascript,alert(1)"></script>', 'script-src'],
  ['<script type="module">alert(1)</script>', 'script-src'],
  ['<img src=x onerror=alert(1)>', 'script-src'],
  ['<img src="x" srcset="x 1x" onload="alert(1)" onerror="alert(1)">', 'script-src'],
  ['<svg onload=alert(1)></svg>', 'script-src'],
  ['<svg><script>alert(1)</script></svg>', 'script-src'],
  ['<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>', 'script-src'],
  ['<a href="javascript:alert(1)">link</a>', 'script-src'],
  ['<a href="java&#10;script:alert(1)">link</a>', 'script-src'],
  ['<a href="&#1;javascript:alert(1)" target="_self">link</a>', 'script-src'],
  [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    'style-src',
  ],
  ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', 'style-src'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', 'script-src'],
  ['<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>', 'script-src'],
  ['<iframe src="javascript:parent.alert(1)"></iframe>', 'script-src'],
  ['<details open ontoggle=alert(1)><summary>x</summary></details>', 'script-src'],
  ['<input autofocus onfocus=alert(1)><select autofocus onfocus=alert(1)></select>', 'script-src'],
  ['<video src=x onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>', 'script-src'],
  [
    '<form action="javascript:alert(1)"><button>go</button></form><button formaction="javascript:alert(1)">go</button>',
    'form-action',
  ],
  ['<p style="animation-name:x" onanimationstart=alert(1)>text</p>', 'style-src'],
  ['<h1 class=" onclick=alert(1) x" onclick="alert(1)" id="root" name="earlyInput">Title</h1>', 'script-src'],
  [
    '<table background="javascript:alert(1)"><tr><td style="width:expression(alert(1))">cell</td></tr></table>',
    'img-src',
  ],
] as const;
/** Nothing takes it out of the template. Chromium refuses its handler from version 156 on. */
const IN_TEMPLATE = '<template><img src=x onerror=alert(1)></template>';
/** Attacks that the browser itself ignores, so that the policy is not involved. They target sanitizers. */
const INERT = [
  IN_TEMPLATE,
  // No page may be replaced by a data: URL.
  '<a href="data:text/html,<script>alert(1)</script>">link</a>',
  // No plug-in is started for a javascript: URL.
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  // One attribute contains all of it.
  '<h2 class="a" class="b>" title="><img src=x onerror=alert(1)>">Title</h2>',
  '<p data-pm-slice="1 1 []" title="&quot;><script>alert(1)</script>">slice</p>',
  // A picture runs no script.
  "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>\">",
];
const OWN = [...REFUSED.map(([markup]) => markup), ...INERT];

const ATTACKS = [...OWN, ...MARKUP_ATTACKS];

const batchesOf = (vectors: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(vectors.length / BATCH) }, (_, index) =>
    vectors.slice(index * BATCH, (index + 1) * BATCH),
  );
/** In both orders, because one attack may swallow those after it. */
const batches = (vectors: readonly string[]): string[] =>
  [...batchesOf(vectors), ...batchesOf(vectors.toReversed())].map((batch) => batch.join('\n'));

/** Adds a time limit to a step; the error names the step. */
const within = async <T>(step: string, work: Promise<T>, ms = STEP_MS): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${step}: not done after ${String(ms)} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Clicks every link and handler that would run a script, and lets pending work run. Returns whether the page is still there. */
const provoke = (page: Page): Promise<boolean> => {
  const pressed = page.evaluate(async () => {
    for (const link of document.querySelectorAll('[data-prose] :is(a, button, [onclick])'))
      if (link instanceof HTMLElement && !/^https?:/iu.test(link.getAttribute('href') ?? '')) link.click();
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    return document.querySelector('[data-prose]') !== null;
  });
  // Markup may navigate away, and then the page does not answer; no script did that.
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
  let contentEditor: ContentEditorPage;
  const harm: string[] = [];
  let owner: BrowserContext;
  beforeAll(async () => {
    contentEditor = await ContentEditorPage.start(browser);
    owner = await contentEditor.context();
    await watchHarm(owner, harm);
  });
  afterEach(() => closePages(owner));
  afterAll(async () => {
    await owner?.close();
    await contentEditor?.stop();
  });

  it('run nothing on the page, in the editor or in its preview, and leave nothing that is not allowed', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    await contentEditor.save({ content: '<p>start</p>' });
    const editor = await contentEditor.open(owner);
    const visitor = await owner.newPage();
    await visitor.goto(contentEditor.product.origin);
    for (const [index, batch] of batches(ATTACKS).entries()) {
      const mark = `batch ${String(index)}.`;
      await contentEditor.save({ content: `<p>${mark}</p>${batch}` });
      await visitor.goto(contentEditor.product.origin);
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

  it('run nothing as earlier versions that are restored', async () => {
    const editor = await contentEditor.open(owner);
    await editor.button('Earlier versions').click();
    const restores = editor.page.getByRole('button', { name: /^Restore the version/u });
    await restores.first().waitFor();
    for (const restore of await restores.all()) {
      await restore.click();
      await editor.bar.waitFor();
      expect(await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)).toEqual([]);
      expect(await strangers(editor.page, '[data-prose]')).toEqual([]);
    }
    expect(harm).toEqual([]);
    expect(editor.faults).toEqual([]);
  });

  it('run nothing when they are pasted, and are sanitized when saved', {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    await contentEditor.save({ content: '<p>start</p>' });
    const editor = await contentEditor.open(owner);
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
    await visitor.goto(contentEditor.product.origin);
    await untilShown(visitor, '[data-prose]', 'paste 0.');
    expect(await provoke(visitor)).toBe(true);
    expect(await strangers(visitor, '[data-prose]')).toEqual([]);
    expect(harm).toEqual([]);
  });
});

describe.each([
  ['that sanitises', true],
  ['that does not sanitise', false],
])('attacks that the server has not sanitized, in a browser %s', (_name, sanitiser) => {
  let contentEditor: ContentEditorPage;
  const harm: string[] = [];
  beforeAll(async () => {
    contentEditor = await ContentEditorPage.start(browser, { clean: (html) => Promise.resolve(html) });
  });
  afterAll(() => contentEditor?.stop());

  /** Uses a new browser, so that nothing an attack leaves behind affects the next one. */
  const openBrowser = async (): Promise<BrowserContext> => {
    const context = await contentEditor.context();
    await watchHarm(context, harm, sanitiser);
    // Nothing leaves this machine, and nothing waits for a response.
    await context.route(
      ({ origin }) => origin !== contentEditor.product.origin,
      (route) => route.abort(),
    );
    return context;
  };

  /** Opens the saved content as a visitor. Returns whether the page is still there. */
  const visit = async (name: string, context: BrowserContext): Promise<boolean> => {
    const visitor = await within(`a page for ${name}`, context.newPage());
    await within(
      `open ${name}`,
      visitor.goto(contentEditor.product.origin, { waitUntil: 'domcontentloaded', timeout: 0 }),
    );
    return provoke(visitor);
  };

  it('are stopped by the policies alone', { timeout: TEST_TIMEOUT_MS }, async () => {
    await contentEditor.save({ content: '<p>start</p>' });
    const owner = await openBrowser();
    const editor = await contentEditor.open(owner);
    for (const [index, batch] of batchesOf(OWN).entries()) {
      const mark = `batch ${String(index)}.`;
      await contentEditor.save({ content: `<p>${mark}</p>${batch.join('\n')}` });
      const context = await openBrowser();
      await visit(mark, context);
      await untilShown(editor.page, '.ProseMirror', mark);
      expect([batch, await strangers(editor.page, '.ProseMirror', EDITOR_MARKS)]).toEqual([batch, []]);
      expect([batch, harm]).toEqual([batch, []]);
      await within(`close ${mark}`, context.close());
    }
    await within('close the editor', owner.close());
  });

  // The server sends the same to every browser, so one browser is enough.
  if (sanitiser)
    describe('and sent as they were written', () => {
      /**
       * Opens a browser that receives attacks exactly as written. Rendering goes through a DOM tree, which repairs some
       * of them, so they are inserted into the page in transit.
       */
      const openRaw = async ({ scripts = true } = {}) => {
        await contentEditor.save({ content: PLACE });
        const context = await openBrowser();
        // The page's script removes markup that it did not write, maybe before its load event.
        if (!scripts) await context.route('**/assets/*.js', (route) => route.abort());
        let sent = '';
        // How often the placeholder was found in each document, because markup may load the page again.
        const places: number[] = [];
        await context.route(`${contentEditor.product.origin}/`, async (route) => {
          const response = await route.fetch();
          const [before = '', ...after] = (await response.text()).split(PLACE);
          places.push(after.length);
          await route.fulfill({ response, body: [before, sent, ...after].join('') });
        });
        const refusals: string[] = [];
        await context.exposeFunction('noteRefusal', (directive: string) => void refusals.push(directive));
        await context.addInitScript(() => {
          const note = (globalThis as unknown as { noteRefusal: (directive: string) => void }).noteRefusal;
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
            note(effectiveDirective.replace(/-(?:elem|attr)$/u, '')),
          );
        });
        return {
          /**
           * Renders an attack. Returns whether the page is still there, and the directives of its policy that blocked
           * something.
           */
          async strike(markup: string): Promise<{ stands: boolean; refusals: string[] }> {
            [sent, places.length, refusals.length] = [markup, 0, 0];
            const stands = await visit('a raw attack', context);
            expect([markup, [...new Set(places)], harm]).toEqual([markup, [1], []]);
            return { stands, refusals: [...refusals] };
          },
          refusals,
          /**
           * A page keeps a connection for its live stream, and a browser has six per host: pages are closed before the
           * next ones.
           */
          closePages: () => closePages(context),
          /** A page that an attack reloads may be requesting its document at this moment: that request may fail. */
          close: async () => {
            await context.unrouteAll({ behavior: 'ignoreErrors' });
            await within('close a browser of raw attacks', context.close());
          },
        };
      };

      it('are blocked one by one', { timeout: TEST_TIMEOUT_MS }, async () => {
        const raw = await openRaw();
        const withoutScripts = await openRaw({ scripts: false });
        for (const [markup, directive] of REFUSED) {
          const {
            strike,
            refusals,
            closePages: close,
          } = markup.startsWith('<svg onload') ? withoutScripts : raw;
          await strike(markup);
          await expect.poll(() => refusals, { message: markup }).toContain(directive);
          await close();
        }
        await withoutScripts.close();
        for (const markup of INERT) {
          const { stands, refusals } = await raw.strike(markup);
          const unforeseen = refusals.filter((one) => markup !== IN_TEMPLATE || one !== 'script-src');
          expect([markup, stands, unforeseen]).toEqual([markup, true, []]);
          await raw.closePages();
        }
        await raw.close();
      });

      it('run nothing, several in one page', { timeout: TEST_TIMEOUT_MS }, async () => {
        /** Attacks that navigate away hide the others, which are then repeated without them. */
        const meet = async (vectors: readonly string[]): Promise<void> => {
          const raw = await openRaw();
          const { stands } = await raw.strike(vectors.join('\n'));
          await raw.close();
          if (stands || vectors.length === 1) return;
          const half = Math.ceil(vectors.length / 2);
          await meet(vectors.slice(0, half));
          await meet(vectors.slice(half));
        };
        for (const batch of batchesOf(MARKUP_ATTACKS)) await meet(batch);
      });
    });
});

describe('a script of the page', () => {
  /** Browser functions that turn text into markup or code. */
  const SINKS = [
    'document.createElement("p").innerHTML = text',
    'document.body.appendChild(document.createElement("p")).outerHTML = text',
    'document.body.insertAdjacentHTML("beforeend", text)',
    'document.createElement("p").setHTMLUnsafe(text)',
    'new DOMParser().parseFromString(text, "text/html")',
    'document.createRange().createContextualFragment(text)',
    'document.write(text)',
    'document.createElement("iframe").srcdoc = text',
    'document.createElement("script").text = text',
    'document.createElement("script").src = text',
    'document.body.setAttribute("onclick", text)',
    'trustedTypes.createPolicy("own", { createHTML: (html) => html })',
  ];
  let contentEditor: ContentEditorPage;
  beforeAll(async () => {
    contentEditor = await ContentEditorPage.start(browser);
  });
  afterAll(() => contentEditor?.stop());

  it.each(['/', '/status', '/admin/content'])('turns no text into markup or code on %s', async (path) => {
    const context = await contentEditor.context();
    const page = await context.newPage();
    await page.goto(`${contentEditor.product.origin}${path}`);
    for (const sink of SINKS) {
      const outcome = await page.evaluate(
        `(() => { const text = "<p>made of text</p>"; try { ${sink}; } catch (error) { return error.message; } })()`,
      );
      expect([sink, outcome]).toEqual([sink, expect.stringMatching(/requires 'Trusted\w+'|disallowed/u)]);
    }
    await context.close();
  });
});
