import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { problemSchema } from '../../src/shared/contract/problem.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../e2e/in-process-product.ts';
import { problem } from '../e2e/pages/fake-panel-server.ts';
import { enterPanel, PASSWORD } from '../e2e/pages/panel-entrance.ts';
import { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { createGenerousLimits } from '../generous-limits.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { faultLink } from '../mock-platforms/faults.ts';
import { differs } from './differences.ts';

const REEL = 'https://www.instagram.com/reel/DMocksReel1/';
const PHOTO = 'https://www.instagram.com/p/DMocksPhot1/';
/** The account of these tests. */
const EMAIL = 'olga@mail.example';

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  const limits = createGenerousLimits('a secret for tests, long enough', {
    signInPair: { limit: 1, seconds: 900 },
  });
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(() => ({ ENGINES: 'native' }), {
      engineHealth: createUnlimitedEngineRegistry(),
      limits,
    }),
  ]);
  owner = await enterPanel(browser, product, 'Olga');
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Answers the next calls of this kind in place of the server. */
const answerCalls = (page: Page, path: string, method: string, answer: ReturnType<typeof problem>) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: answer.status,
          contentType: 'application/problem+json',
          body: answer.body ?? JSON.stringify(answer.json),
        })
      : route.fallback(),
  );

describe('8. Error catalogue: Fetch errors', () => {
  let visit: PublicPage;
  let page: Page;
  beforeAll(async () => {
    const context = await browser.newContext();
    page = await context.newPage();
    visit = new PublicPage(page);
    return () => context.close();
  });
  beforeEach(() => visit.open(product.origin));

  /** Submits a link, and returns the status of the answer once the message is in the panel and was in a toast. */
  const statusWith = async (link: string, message: string): Promise<number> => {
    const answered = page.waitForResponse('**/api/preview');
    await visit.submit(link);
    const status = (await answered).status();
    await visit.errorPanel.getByText(message, { exact: true }).waitFor();
    await visit.toasted(message);
    return status;
  };

  it('HTTP 403 | This post is private or restricted. Only public posts can be downloaded.', async () => {
    const message = 'This post is private or restricted. Only public posts can be downloaded.';
    expect(await statusWith(faultLink('page-private'), message)).toBe(403);
  });
  it('HTTP 404 | Post not found. The video may have been deleted or the URL is incorrect.', async () => {
    const message = 'Post not found. The video may have been deleted or the URL is incorrect.';
    expect(await statusWith(faultLink('page-gone'), message)).toBe(404);
  });
  it('Network failure (fetch failed) | Network error: Unable to connect to API. Please check your internet connection.', async () => {
    const message = 'Network error: Unable to connect to API. Please check your internet connection.';
    onTestFinished(async () => {
      await page.context().setOffline(false);
      await page.unroute('**/api/preview');
    });
    await page.route('**/api/preview', async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });
    await visit.loadNotices();
    await visit.submit(REEL);
    await visit.errorPanel.getByText(message, { exact: true }).waitFor();
    await visit.toasted(message);
  });
  it('Fetch type error | Network error: Unable to fetch data. Please check your internet connection and try again.', async () => {
    const message =
      'Network error: Unable to fetch data. Please check your internet connection and try again.';
    await page.route('**/api/preview', (route) => route.abort());
    await visit.submit(REEL);
    await visit.errorPanel.getByText(message, { exact: true }).waitFor();
    await visit.toasted(message);
    expect(await visit.card.count()).toBe(0);
    await page.unroute('**/api/preview');
  });
  it('Any other | Failed to fetch video: {message}', async () => {
    const message = 'Failed to fetch video: the platform answered with an error.';
    expect(await statusWith(faultLink('page-server-error'), message)).toBe(502);
  });
  it('No valid media | No media URLs found in response. Please check if the post contains downloadable content.', async () => {
    const message =
      'No media URLs found in response. Please check if the post contains downloadable content.';
    expect(await statusWith(faultLink('page-no-media'), message)).toBe(422);
  });
  it('Bad link format | Invalid Instagram/TikTok URL format', async () => {
    const response = await fetch(`${product.origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/p/abc' }),
    });
    expect(problemSchema.parse(await response.json())).toMatchObject({
      status: 400,
      detail: 'Invalid Instagram/TikTok URL format',
    });
  });
  it('A fetch failure is shown in a toast', async () => {
    await visit.submit(faultLink('page-gone', 'tiktok'));
    await expect.poll(() => visit.toasts()).toEqual([expect.stringMatching(/^Post not found\./u)]);
  });
  it("and in the error panel 'Oops! Something went wrong'.", async () => {
    await visit.submit(faultLink('page-gone', 'tiktok'));
    await visit.errorPanel
      .getByRole('heading', { name: 'Oops! Something went wrong', exact: true })
      .waitFor();
    expect(await visit.errorPanel.innerText()).toContain('Post not found.');
  });
  it("Preview success toast: 'Video preview loaded successfully!'.", async () => {
    await visit.submit(REEL);
    await visit.toasted('Video preview loaded successfully!');
    expect(await visit.errorPanel.count()).toBe(0);
  });
  it('HTTP 429 | Rate limit exceeded. Please try again later.', async () => {
    const message = 'Rate limit exceeded. Please try again later.';
    expect(await statusWith(faultLink('page-limited', 'tiktok'), message)).toBe(429);
  });
});

describe('8. Error catalogue: Download', () => {
  let context: BrowserContext;
  let visit: PublicPage;
  beforeEach(async () => {
    context = await browser.newContext({ acceptDownloads: true });
    visit = new PublicPage(await context.newPage());
    return () => context.close();
  });
  const ready = async (link: string): Promise<void> => {
    await visit.open(product.origin);
    await visit.submit(link);
    await visit.downloadButton().waitFor();
  };

  it("failure 'Download failed. Please try again.'", async () => {
    await ready(faultLink('media-expired'));
    await visit.downloadButton().click();
    await visit.download.getByText('Download failed. Please try again.', { exact: true }).waitFor();
    await visit.toasted('Download failed. Please try again.');
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
  });
  it("(or 'Download failed: ...' from the service)", async () => {
    await ready(REEL);
    // The server does not know this link.
    await visit.page.route('**/api/media/**', (route) =>
      route.continue({ url: `${product.origin}/api/media/unknown?download` }),
    );
    await visit.downloadButton().click();
    await visit.download.getByText('Download failed: This media link is not valid.').waitFor();
    await visit.toasted('Download failed: This media link is not valid.');
    expect(await visit.toasts()).not.toContain('Download completed successfully!');
  });
  it("success 'Download completed successfully!'.", async () => {
    await ready(REEL);
    const saved = visit.page.waitForEvent('download');
    await visit.downloadButton().click();
    await visit.toasted('Download completed successfully!');
    expect(await (await saved).failure()).toBeNull();
  });
  it('A photo that fails to load gets a placeholder image.', async () => {
    await visit.page.route('**/api/media/**', (route) => route.abort());
    await ready(PHOTO);
    const placeholder = visit.card.getByText('Photo unavailable');
    await placeholder.waitFor();
    expect(await placeholder.locator('..').locator('svg, img').count()).toBeGreaterThan(0);
  });
  it(
    differs(
      'blocked-tab',
      'Instructions for a browser-blocked download exist, but when they are triggered is not shown.',
    ),
    async () => {
      await visit.page.addInitScript(() => {
        window.open = () => null;
      });
      await ready(faultLink('media-reset-at-once'));
      await visit.downloadButton().click();
      await visit.download.getByText('Your browser blocked the new tab.').waitFor();
      await visit.download.getByText('Show me how').click();
      await visit.download
        .getByText('On a computer: right-click the video or photo, then choose Save as.')
        .waitFor();
      expect(await visit.toasts()).not.toContain('Download completed successfully!');
    },
  );
});

describe('8. Error catalogue: Login and Signup', () => {
  let page: Page;
  let panel: PanelPage;
  beforeAll(async () => {
    panel = await PanelPage.open(browser, `${product.origin}/admin/login`);
    page = panel.page;
    return () => panel.context.close();
  });

  const signIn = async (email: string, password: string): Promise<void> => {
    await panel.field('Email').fill(email);
    await panel.field('Password').fill(password);
    await panel.button('Sign in').click();
  };
  const alerts = (message: string) => page.getByRole('alert').filter({ hasText: message });
  /** Waits for the message, which the previous one must have left. */
  const shows = async (message: string): Promise<void> => {
    await alerts(message).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
  };

  describe('Login', () => {
    it('user-not-found | No account found with this email.', async () => {
      await signIn('nobody@mail.example', PASSWORD);
      await shows('No account found with this email.');
    });
    it('wrong-password | Incorrect password.', async () => {
      await signIn(EMAIL, 'not the password');
      await shows('Incorrect password.');
    });
    it('too-many-requests | Too many failed attempts. Please try again later.', async () => {
      await signIn(EMAIL, 'still not the password');
      await shows('Too many failed attempts. Please try again later.');
    });
    it('invalid-email | Invalid email address.', async () => {
      await signIn('olga', PASSWORD);
      await page.getByText('Invalid email address.', { exact: true }).waitFor();
      const answer = await fetch(`${product.origin}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: product.origin },
        body: JSON.stringify({ email: 'olga', password: PASSWORD }),
      });
      expect(await answer.json()).toMatchObject({ status: 400, detail: 'Invalid email address.' });
    });
    it("other | the provider's message", async () => {
      await answerCalls(page, '/api/auth/sign-in', 'POST', problem('overloaded'));
      await signIn(EMAIL, PASSWORD);
      await shows('This server is busy. Please try again in a moment.');
      await page.unroute('**/api/auth/sign-in');
    });
    it('default | Login failed. Please try again.', async () => {
      await answerCalls(page, '/api/auth/sign-in', 'POST', { status: 500, body: 'oops' });
      await signIn(EMAIL, PASSWORD);
      await shows('Login failed. Please try again.');
      await page.unroute('**/api/auth/sign-in');
    });
  });

  describe('Signup', () => {
    const signUp = async (email: string, password: string): Promise<void> => {
      await panel.field('Full name').fill('Ilse Berg');
      await panel.field('Email').fill(email);
      await panel.field('Password').fill(password);
      await panel.field('Confirm password').fill(password);
      await panel.button('Create account').click();
    };

    it('email-already-in-use | An account with this email already exists.', async () => {
      await page.getByRole('link', { name: 'Create one' }).click();
      await signUp(EMAIL, PASSWORD);
      await shows('An account with this email already exists.');
    });
    it('invalid-email | Invalid email address.', async () => {
      await signUp('ilse', PASSWORD);
      await page.getByText('Invalid email address.', { exact: true }).waitFor();
      expect(await alerts('An account with this email already exists.').count()).toBe(0);
    });
    it('weak-password | Password is too weak.', async () => {
      await signUp('ilse@mail.example', 'password1');
      await shows('Password is too weak.');
    });
  });

  describe('Success messages', () => {
    it("'Account created successfully!'", async () => {
      await panel.field('Password').fill(PASSWORD);
      await panel.field('Confirm password').fill(PASSWORD);
      await panel.button('Create account').click();
      await panel.toasted('Account created successfully!');
      expect(await panel.page.getByRole('alert').count()).toBe(0);
    });
    it("Logout failure: 'Logout failed'.", async () => {
      await answerCalls(page, '/api/auth/sign-out', 'POST', problem('overloaded'));
      await panel.button('Logout').click();
      await panel.toasted('Logout failed');
      await page.unroute('**/api/auth/sign-out');
      expect(await panel.button('Logout').count()).toBe(1);
    });
    it("'Logged out successfully'", async () => {
      await panel.button('Logout').click();
      await panel.toasted('Logged out successfully');
      await panel.heading('Sign in').waitFor();
    });
    it("'Login successful!'", async () => {
      await signIn('ilse@mail.example', PASSWORD);
      await panel.toasted('Login successful!');
      await panel.button('Logout').waitFor();
    });
  });
});

describe('8. Error catalogue: Admin saving', () => {
  const SAVE = '/api/admin/settings';
  const save = () => owner.page.keyboard.press('ControlOrMeta+s');
  const alert = (message: string) => owner.page.getByRole('alert').filter({ hasText: message });

  it("'Failed to save settings. Please try again.'", async () => {
    await owner.page.goto(`${product.origin}/admin/general`);
    await answerCalls(owner.page, SAVE, 'PATCH', { status: 500, body: '' });
    await owner.field('Website title').fill('Moorland');
    await save();
    await alert('Failed to save settings. Please try again.').waitFor();
    await expect.poll(() => owner.field('Website title').inputValue()).toBe('Moorland');
    await owner.button('Discard').click();
  });
  it("or 'Failed to save changes. Please try again.'", async () => {
    await owner.page.getByRole('link', { name: 'Footer Management' }).click();
    await owner.field('Platform').selectOption('Reddit');
    await owner.field('URL').fill('https://www.reddit.com/r/harbour');
    await owner.page.getByRole('button', { name: 'Add', exact: true }).click();
    await save();
    await alert('Failed to save changes. Please try again.').waitFor();
    expect(product.settings.current().socialLinks).toEqual([]);
    await owner.button('Discard').click();
    await owner.page.unroute(`**${SAVE}`);
  });
  const write = async (words: string): Promise<void> => {
    await owner.page.getByRole('textbox', { name: 'Content', exact: true }).click();
    await owner.page.keyboard.press('ControlOrMeta+End');
    await owner.page.keyboard.type(words);
    await save();
  };
  it("content save error 'Error saving content: ' followed by the reason", async () => {
    const full = problem('storage_full');
    await answerCalls(owner.page, SAVE, 'PATCH', full);
    await owner.page.getByRole('link', { name: 'Content Management' }).click();
    await write(' Low tide');
    const { detail } = problemSchema.parse(full.json);
    await alert(`Error saving content: ${detail}`).waitFor();
    expect(product.settings.current().content).toBe('');
    await owner.page.unroute(`**${SAVE}`);
  });
  it("success 'Content saved successfully!'.", async () => {
    await write(' at noon');
    await owner.bar.getByText('Content saved successfully!').waitFor();
    expect(product.settings.current().content).toContain('Low tide at noon');
  });
  it('Client-side validation messages are in section 5.', async () => {
    const calls: string[] = [];
    owner.page.on('request', (request) =>
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    await owner.page.getByRole('link', { name: 'Footer Management' }).click();
    await owner.page.getByRole('button', { name: 'Add', exact: true }).click();
    await owner.page.getByText('Please select a platform and enter a URL', { exact: true }).waitFor();
    expect(calls).not.toContain(`PATCH ${SAVE}`);
  });
});
