import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHECK_POSTS } from '../../../src/server/platforms/check-posts.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import { PanelPage, SIZES } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

/** What a person needs: for each key, and to read and decide before each action. */
const KEY_MS = 200;
const THINK_MS = 1_200;
const WALK_MAX_MS = 180_000;
/** Keys to the next control that a person looks for at most. */
const TABS_MAX = 12;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/**
 * A person at the keyboard. Every key and every pause is counted at human speed; the waiting for the program is
 * measured. The sum is what the walk would take a person.
 */
class Person {
  page: Page;
  #humanMs = 0;
  readonly #began = Date.now();

  constructor(page: Page) {
    this.page = page;
  }

  /** Counted time of the person, and measured time of the program and of this script. */
  get spentMs(): number {
    return this.#humanMs + (Date.now() - this.#began);
  }

  /** Counts the whole pause, and waits for a tenth of it, as no person acts in the moment in which a control appears. */
  async think(): Promise<void> {
    this.#humanMs += THINK_MS;
    await this.page.waitForTimeout(THINK_MS / 10);
  }

  async press(key: string): Promise<void> {
    this.#humanMs += KEY_MS;
    await this.page.keyboard.press(key);
  }

  async type(words: string): Promise<void> {
    await this.think();
    this.#humanMs += KEY_MS * words.length;
    await this.page.keyboard.type(words);
  }

  async act(key = 'Enter'): Promise<void> {
    await this.think();
    await this.press(key);
  }

  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
    });
  }

  /** Presses `key` until the focus is on the control whose name begins with `name`. */
  async moveTo(name: string, key = 'Tab'): Promise<void> {
    for (let pressed = 0; !(await this.focused()).startsWith(name); pressed += 1) {
      if (pressed === TABS_MAX)
        throw new Error(`“${name}” is not near; the focus is on ${await this.focused()}`);
      await this.press(key);
    }
  }

  /** Waits for the focus to be put on a control. */
  async untilFocused(name: string): Promise<void> {
    await expect.poll(() => this.focused(), { timeout: 15_000 }).toMatch(new RegExp(`^${name}`, 'u'));
  }
}

describe('a new owner', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(() => ({ ENGINES: 'native,sample' }));
  });
  afterAll(() => product?.stop());

  it(`walks from the printed link to a customised site with a passed check in ${WALK_MAX_MS / 60_000} minutes, by keyboard alone`, {
    timeout: 120_000,
  }, async ({ annotate }) => {
    const link = () => /^ {2}(http\S+\/admin\/signup\?setup=\S+)$/mu.exec(product.output())?.[1];
    await expect.poll(link).toBeDefined();
    const context = await browser.newContext({ viewport: SIZES.wide });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const person = new Person(page);
    await person.think();
    await page.goto(link()!);
    await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
    await person.moveTo('Full name');
    await person.type('Nadja Berg');
    await person.moveTo('Email');
    await person.type('nadja@harbour.example');
    await person.moveTo('Password');
    await person.type('quiet heather moor');
    await person.moveTo('Confirm password');
    await person.type('quiet heather moor');
    await person.act();

    // Title, logo and address in General Settings, and back.
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByTestId('first-run').waitFor();
    await person.moveTo('Set title and logo');
    await person.act();
    await person.untilFocused('Website title');
    await person.act('Control+a');
    await person.type('Harbour');
    await person.moveTo('Choose file');
    const picker = page.waitForEvent('filechooser');
    await person.act();
    // Three keys in the system's own dialog: the name's first letters and Enter.
    for (let key = 0; key < 3; key += 1) await person.think();
    await (await picker).setFiles('src/web/static/icon-192.png');
    await page.getByTestId('save-bar').getByText('Unsaved changes in Website title and Logo').waitFor();
    await person.moveTo('Contact address');
    await person.type('hello@harbour.example');
    await person.act('Control+s');
    await page.getByTestId('save-bar').getByText('Saved', { exact: true }).waitFor();
    await person.moveTo('Back to the checklist', 'Shift+Tab');
    await person.act();
    await page.getByText('2 of 6 done').waitFor();

    // The check, with the posts that it reads where the owner has chosen none.
    await person.moveTo('Go to the check');
    await person.act();
    await person.untilFocused('Check now');
    await person.act();
    await page.getByTestId('reach-instagram').getByText('can be read').waitFor();
    await person.moveTo('Back to the checklist', 'Shift+Tab');
    await person.act();
    await page.getByText('3 of 6 done').waitFor();
    await page.getByText('Instagram and TikTok can be read').waitFor();

    await person.moveTo('Keep the standard texts');
    await person.act();
    await person.moveTo('Keep this order');
    await person.act();
    await page.getByText('5 of 6 done').waitFor();
    await person.moveTo('Open the site');
    const opened = context.waitForEvent('page');
    await person.act();
    const site = await opened;
    await site.getByRole('banner').getByText('Harbour').waitFor();
    expect(await site.locator('header img[src^="data:image/"]').count()).toBe(1);
    expect(await site.locator('#contact').innerText()).toContain('hello@harbour.example');
    await page.getByText('6 of 6 done. All set. Your site is ready for visitors.').waitFor();

    const { spentMs } = person;
    await annotate(`The walk takes a person ${(spentMs / 1_000).toFixed(0)} s.`);
    expect(spentMs).toBeLessThanOrEqual(WALK_MAX_MS);
  });
});

describe('the checklist', () => {
  let product: InProcessProduct;
  let owner: PanelPage;
  beforeAll(async () => {
    product = await startInProcessProduct(() => ({ ENGINES: 'native,sample' }));
    for (const { url } of Object.values(CHECK_POSTS).flat()) product.mockPlatforms.setPageFault(url, 'gone');
    owner = await enterPanel(browser, product, 'Olga', {
      options: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
  });
  afterAll(() => product?.stop());

  const list = (panel: PanelPage) => panel.page.getByTestId('first-run');
  const progress = (panel: PanelPage, done: number, skipped = 0) =>
    list(panel)
      .getByText(`${String(done)} of 6 done${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`, {
        exact: true,
      })
      .waitFor();
  const step = (panel: PanelPage, id: string) => list(panel).locator(`[data-step="${id}"]`);
  /** Checks a state at both widths and in both themes, and that it leaves no sideways scrolling. */
  const isAccessible = async (panel: PanelPage) => {
    expect(await axeFindings(panel.page)).toEqual([]);
    await panel.page.setViewportSize(SIZES.narrow);
    expect(await smallTargets(panel.page)).toEqual([]);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBe(SIZES.narrow.width);
    await panel.page.setViewportSize(SIZES.wide);
    await panel.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };

  // One story in order: each test begins where the previous one ended.
  it('greets the owner in the Overview, with what is left to do', async () => {
    await owner.heading('Overview').waitFor();
    await progress(owner, 0);
    await expect.poll(() => step(owner, 'brand').innerText()).toContain('Not done yet');
    expect(await owner.text('Can this server read Instagram and TikTok?').count()).toBe(0);
  });

  it('leads to where a step is done, and back', async () => {
    await step(owner, 'brand').getByRole('link').click();
    await owner.untilFocused('Website title');
    await owner.field('Website title').fill('Harbour');
    await owner.page.keyboard.press('ControlOrMeta+s');
    await owner.page.getByTestId('save-bar').getByText('Saved', { exact: true }).waitFor();
    await owner.page.getByRole('link', { name: 'Back to the checklist' }).click();
    await progress(owner, 1);
    await step(owner, 'brand').getByText('Harbour, without a logo').waitFor();
    await step(owner, 'contact').getByRole('link').click();
    await owner.untilFocused('Contact address');
    await owner.page.getByRole('link', { name: 'Back to the checklist' }).click();
    await step(owner, 'reach').getByRole('link').click();
    await owner.heading('Engine').waitFor();
    await owner.page.getByRole('link', { name: 'Back to the checklist' }).click();
    await progress(owner, 1);
  });

  it('goes on without a step, and can take that back', async () => {
    await owner.button('Continue without it').click();
    await progress(owner, 1, 1);
    await owner.untilFocused('Undo');
    await step(owner, 'reach').getByText('Skipped').waitFor();
    expect(await step(owner, 'reach').locator('.lucide-circle-check').count()).toBe(0);
    await owner.button('Undo').click();
    await progress(owner, 1);
    await owner.button('Continue without it').click();
    await progress(owner, 1, 1);
    await isAccessible(owner);
  });

  it('goes on in another browser where it was, and follows what happens elsewhere', async () => {
    const context = await browser.newContext({ viewport: SIZES.wide });
    onTestFinished(() => context.close());
    await context.addCookies(await owner.context.cookies());
    const page = await context.newPage();
    await page.goto(`${product.origin}/admin`);
    const other = page.getByTestId('first-run');
    await other.getByText('1 of 6 done, 1 skipped').waitFor();
    await product.settings.change({ contactEmail: 'hello@harbour.example' });
    await other.getByText('2 of 6 done, 1 skipped').waitFor();
    await progress(owner, 2, 1);
    await other.getByText('hello@harbour.example').waitFor();
    await page
      .getByText('Built-in reader is the only engine here that reads posts.', { exact: false })
      .waitFor();
    await page.getByRole('button', { name: 'Keep this order' }).click();
    await progress(owner, 3, 1);
  });

  it('is not shown to administrators', async () => {
    const ada = await enterPanel(browser, product, 'Ada', { role: 'waiting' });
    onTestFinished(() => ada.context.close());
    const accounts = product.database.query.selectFrom('accounts').select('id');
    const { id } = await accounts.where('name', '=', 'Ada').executeTakeFirstOrThrow();
    await owner.context.request.put(`${product.origin}/api/admin/accounts/${id}/role`, {
      headers: { origin: product.origin, 'x-requested-with': 'savelet' },
      data: { role: 'administrator' },
    });
    await ada.heading('Overview').waitFor();
    await ada.text('Previews today').waitFor();
    expect(await list(ada).count()).toBe(0);
    expect(await ada.button('Show the setup checklist').count()).toBe(0);
  });

  it('is hidden and brought back, without losing the focus', async () => {
    await owner.button('Hide checklist').click();
    await expect.poll(() => list(owner).count()).toBe(0);
    await owner.untilFocused('Overview');
    await owner.page.reload();
    await owner.button('Show the setup checklist').click();
    await owner.untilFocused('Set up your site');
    await progress(owner, 3, 1);
  });

  it('asks for the legal texts, which an own one answers', async () => {
    await step(owner, 'legal').getByText('Not done yet').waitFor();
    await product.settings.change({ termsText: '<p>Be kind.</p>' });
    await progress(owner, 4, 1);
    await step(owner, 'legal').getByText('With texts of your own').waitFor();
  });

  it('says what the site lacks once every step is done or left as it is', async () => {
    const [site] = await Promise.all([
      owner.context.waitForEvent('page'),
      owner.page.getByRole('link', { name: 'Open the site' }).click(),
    ]);
    await site.close();
    // Nothing could be read, so the site is not called ready.
    await owner
      .text('5 of 6 done, 1 skipped. The check that posts can be read has not passed yet.')
      .waitFor();
    await isAccessible(owner);
  });
});

describe('the setup link', () => {
  let product: InProcessProduct;
  beforeAll(async () => {
    product = await startInProcessProduct(() => ({ SETUP_CODE: 'lantern harbour twelve' }));
    await product.accounts.issueSetupCode();
  });
  afterAll(() => product?.stop());

  const open = async (code: string): Promise<PanelPage> => {
    const panel = await PanelPage.open(browser, `${product.origin}/admin/signup?setup=${code}`);
    onTestFinished(() => panel.context.close());
    return panel;
  };
  const fill = async (panel: PanelPage, email: string) => {
    await panel.field('Full name').fill('Nadja Berg');
    await panel.field('Email').fill(email);
    await panel.field('Password').fill('quiet heather moor');
    await panel.field('Confirm password').fill('quiet heather moor');
  };

  it('says what to do when its code is wrong, and when someone else was faster', async () => {
    const panel = await open('another-code-than-printed');
    await panel.heading('Create the owner account').waitFor();
    await fill(panel, 'nadja@mail.example');
    await panel.button('Create account').click();
    await panel
      .text('This setup code is not valid. Use the link that the server printed when it last started.')
      .waitFor();
    expect(await axeFindings(panel.page)).toEqual([]);
    const late = await open('lantern%20harbour%20twelve');
    await fill(late, 'late@mail.example');
    // The whole link, pasted into the field for the code.
    await panel.field('Setup code').fill(`${product.origin}/admin/signup?setup=lantern+harbour+twelve`);
    await panel.button('Create account').click();
    await panel.heading('Overview').waitFor();
    await late.button('Create account').click();
    await late.text('This site already has an owner, so the setup code no longer works.').waitFor();
    await late
      .text('This setup link no longer works, because the site has an owner. If that is you, sign in.')
      .waitFor();
    await late.heading('Create an account').waitFor();
    expect(await late.field('Setup code').count()).toBe(0);
    expect(await axeFindings(late.page)).toEqual([]);
  });

  it('leads an owner who forgot the password to the command on the server', async () => {
    const panel = await PanelPage.open(browser, `${product.origin}/admin/login`);
    onTestFinished(() => panel.context.close());
    await panel.page.getByText('Forgot your password?').focus();
    await panel.page.keyboard.press('Enter');
    await panel.text('npm run owner -- --email you@example.com').waitFor();
    await panel.text('With any other account, ask the owner to remove it, then sign up again.').waitFor();
  });
});
