import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/browser.ts';
import { enterPanel } from '../e2e/pages/panel-entrance.ts';
import { PanelPage } from '../e2e/pages/panel-page.ts';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { differs } from './differences.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

let browser: Browser;
let product: ProvidedProduct;
let panel: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProvidedProduct()]);
  panel = await enterPanel(browser, product, 'Olga', { path: '/admin/general' });
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

const preview = async (url: string): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${product.origin}/api/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  return { status: response.status, body: await response.json() };
};

describe('5. Validation rules: Public URL form', () => {
  let page: Page;
  let visit: PublicPage;
  beforeAll(async () => {
    visit = await PublicPage.visit(browser, product.origin);
    ({ page } = visit);
    return () => page.context().close();
  });

  /** Submits with Enter, as a blank field disables the button. */
  const enter = async (link: string): Promise<void> => {
    await visit.field.fill(link);
    await visit.field.press('Enter');
  };
  /** Returns what the form says about links: '' for those it sends to the server. */
  const refusals = async (links: readonly string[]): Promise<string[]> => {
    const all: string[] = [];
    await page.route('**/api/preview', (route) => route.abort());
    for (const link of links) {
      await visit.field.fill(link);
      await visit.field.press('Enter');
      const refused = visit.message.getByText('Please enter a valid Instagram or TikTok URL', {
        exact: true,
      });
      await visit.errorPanel.or(refused).first().waitFor();
      all.push((await visit.errorPanel.count()) > 0 ? '' : ((await refused.textContent()) ?? ''));
      if ((await visit.errorPanel.count()) > 0) await visit.tryAgain.click();
    }
    await page.unroute('**/api/preview');
    return all;
  };
  const REFUSED = 'Please enter a valid Instagram or TikTok URL';

  it("Empty or blank input on submit: 'Please enter an Instagram or TikTok URL'", async () => {
    for (const blank of ['', '   ']) {
      await enter(blank);
      await visit.message.getByText('Please enter an Instagram or TikTok URL', { exact: true }).waitFor();
      await visit.field.fill('x');
      await expect.poll(() => visit.message.textContent()).not.toContain('Please enter');
    }
  });
  it('(wording names the two supported platforms)', async () => {
    await enter('');
    await expect.poll(() => visit.message.textContent()).toMatch(/Instagram.*TikTok/u);
  });
  it("Not matching a supported pattern: 'Please enter a valid Instagram or TikTok URL'", async () => {
    await enter('https://example.com/p/abc');
    await visit.message.getByText(REFUSED, { exact: true }).waitFor();
    expect(await visit.field.getAttribute('aria-invalid')).toBe('true');
  });
  it('(same naming)', async () => {
    await enter('not a link');
    await expect.poll(() => visit.message.textContent()).toMatch(/Instagram.*TikTok/u);
  });
  it(
    differs('more-links', 'Accepted patterns: an http or https link to platform A, with or without www'),
    async () => {
      const links = [
        'http://instagram.com/p/abc/',
        'https://instagram.com/p/abc/',
        'http://www.instagram.com/p/abc/',
        'https://www.instagram.com/p/abc/',
        'https://www.instagram.com/reels/abc/',
        'Look at this: https://www.instagram.com/p/abc/?igsh=x 🌅',
      ];
      expect(await refusals(links)).toEqual(links.map(() => ''));
      expect(
        await refusals(['ftp://www.instagram.com/p/abc/', 'https://instagram.com.evil.example/p/abc/']),
      ).toEqual([REFUSED, REFUSED]);
    },
  );
  it('whose path is /p/, /reel/ or /tv/', async () => {
    const links = ['p', 'reel', 'tv'].map((path) => `https://www.instagram.com/${path}/abc/`);
    expect(await refusals(links)).toEqual(['', '', '']);
    expect(await refusals(['https://www.instagram.com/explore/abc/'])).toEqual([REFUSED]);
  });
  it('followed by an id of letters, digits, underscore or hyphen', async () => {
    expect(await refusals(['https://www.instagram.com/p/aZ_9-x/'])).toEqual(['']);
    const bad = ['https://www.instagram.com/p/', 'https://www.instagram.com/p/a$b/'];
    expect(await refusals(bad)).toEqual([REFUSED, REFUSED]);
  });
  it('or a platform B link of the form /@user/video/{digits}.', async () => {
    const links = ['https://www.tiktok.com/@mock.user/video/7400000000000000001'];
    expect(await refusals(links)).toEqual(['']);
    expect(await refusals(['https://www.tiktok.com/@mock.user/video/abc'])).toEqual([REFUSED]);
  });
  it('The submit button is disabled when the input is blank', async () => {
    const link = product.linkTo({ title: 'T', medias: [video('a')] });
    for (const [typed, disabled] of [
      ['', true],
      ['   ', true],
      [link, false],
    ] as const) {
      await visit.field.fill(typed);
      await expect.poll(() => visit.fetchButton.isDisabled()).toBe(disabled);
    }
  });
  it('or loading', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/preview', async (route) => {
      await held.promise;
      await route.continue();
    });
    await visit.submit(product.linkTo({ title: 'T', medias: [video('a')] }));
    const busy = page.getByRole('button', { name: 'Fetching Preview...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    held.resolve();
    await visit.card.waitFor();
    await page.unroute('**/api/preview');
  });
  it('or validating.', async () => {
    const states = await page.evaluateHandle(() => {
      const seen: [string, boolean][] = [];
      new MutationObserver(() => {
        for (const button of document.querySelectorAll('button'))
          if (button.textContent?.includes('Validating URL...') === true)
            seen.push([button.textContent, button.disabled || button.ariaDisabled === 'true']);
      }).observe(document, { subtree: true, childList: true, characterData: true });
      return seen;
    });
    await visit.submit(product.linkTo({ title: 'T', medias: [video('a')] }));
    await expect.poll(async () => (await states.jsonValue()).map(([, disabled]) => disabled)).toContain(true);
    expect((await states.jsonValue()).map(([, disabled]) => disabled)).not.toContain(false);
    await visit.card.waitFor();
  });
  it('The input has type url.', async () => {
    expect(await visit.field.getAttribute('type')).toBe('url');
  });
  it("Thrown internally for an invalid link: 'Invalid Instagram/TikTok URL format'", async () => {
    expect((await preview('https://example.com/')).body).toMatchObject({
      detail: 'Invalid Instagram/TikTok URL format',
    });
  });
  it(differs('server-checks-links', 'Server-side validation of links is not shown.'), async () => {
    const { length } = product.calls;
    expect(await preview('https://www.instagram.com/explore/abc/')).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
    expect(product.calls).toHaveLength(length);
  });
});

describe('5. Validation rules: Fetch result', () => {
  const NONE = 'No media URLs found in response. Please check if the post contains downloadable content.';

  it(
    differs('media-without-quality', 'A quality option is kept only if it has both a url and a quality.'),
    async () => {
      const medias = [
        video('a'),
        { quality: 'full hd', extension: 'mp4' },
        video('b', { quality: undefined }),
      ];
      const { qualities } = await product.post({ title: 'T', medias });
      expect(qualities.map(({ quality }) => quality)).toEqual(['hd', 'video']);
    },
  );
  it("If no valid media remains: 'No media URLs found in response. Please check if the post contains downloadable content.'", async () => {
    const medias = [{ quality: 'hd', extension: 'mp4' }];
    expect(await product.problem({ title: 'T', medias })).toMatchObject({ status: 422, detail: NONE });
  });

  describe('in the browser', () => {
    let page: Page;
    let visit: PublicPage;
    beforeEach(async () => {
      visit = await PublicPage.visit(browser, product.origin);
      ({ page } = visit);
      return () => page.context().close();
    });

    it("Download without a url: 'No download URL available'.", async () => {
      await visit.submit(product.linkTo({ title: 'T', medias: [video('a')] }));
      await visit.downloadButton().waitFor();
      // The link has expired, and the post is gone when it is read again.
      const refuse = (path: string, status: number, code: string) =>
        page.route(path, (route) =>
          route.fulfill({
            status,
            contentType: 'application/problem+json',
            json: { status, code, title: code, detail: code },
          }),
        );
      await refuse('**/api/media/**', 410, 'ticket_expired');
      await refuse('**/api/preview', 404, 'gone');
      await visit.downloadButton().click();
      await visit.toasted('No download URL available');
      await visit.download.getByText('No download URL available', { exact: true }).waitFor();
    });

    it('Caption display is cut to 150 characters with an ellipsis.', async () => {
      const caption = `${'a'.repeat(149)}bcd`;
      await visit.submit(product.linkTo({ title: caption, medias: [video('a')] }));
      await visit.card.getByText(`${'a'.repeat(149)}b…`, { exact: true }).waitFor();
      expect(await visit.card.getByText('bcd').count()).toBe(0);
    });
  });
});

describe('5. Validation rules: Signup and Login', () => {
  let entrance: PanelPage;
  const calls: string[] = [];
  beforeAll(async () => {
    entrance = await PanelPage.open(browser, `${product.origin}/admin/signup`);
    entrance.page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await entrance.field('Full name').waitFor();
    return () => entrance.context.close();
  });
  const create = async (password: string, confirmed = password): Promise<void> => {
    await entrance.field('Full name').fill('Ilse Berg');
    await entrance.field('Email').fill('ilse@mail.example');
    await entrance.field('Password').fill(password);
    await entrance.field('Confirm password').fill(confirmed);
    await entrance.button('Create account').click();
  };
  const required = (label: string) =>
    expect.poll(() => entrance.field(label).getAttribute('aria-invalid')).toBe('true');

  it('Signup: all fields required', async () => {
    await entrance.button('Create account').click();
    for (const label of ['Full name', 'Email', 'Password']) await required(label);
    await create('quiet heather', '');
    await required('Confirm password');
    expect(calls).not.toContain('/api/auth/sign-up');
  });
  it('email field is of email type', async () => {
    expect(await entrance.field('Email').getAttribute('type')).toBe('email');
  });
  it("passwords must match ('Passwords do not match')", async () => {
    await create('quiet heather', 'quiet moor');
    await entrance.text('Passwords do not match').waitFor();
    expect(calls).not.toContain('/api/auth/sign-up');
  });
  it(
    differs('weak-passwords', "password at least 6 characters ('Password must be at least 6 characters')"),
    async () => {
      await create('moor5');
      await entrance.text('Password must be at least 6 characters').waitFor();
      expect(calls).not.toContain('/api/auth/sign-up');
      await create('password1');
      await entrance.text('Password is too weak.').waitFor();
    },
  );
  it('Login: email and password required.', async () => {
    await entrance.page.getByRole('link', { name: 'Sign in' }).click();
    await entrance.heading('Sign in').waitFor();
    await entrance.button('Sign in').click();
    await required('Email');
    await required('Password');
    expect(calls).not.toContain('/api/auth/sign-in');
  });
});

describe('5. Validation rules: Logo upload', () => {
  const refused = async (mimeType: string, bytes: number, message: string): Promise<void> => {
    const file = { name: 'file', mimeType, buffer: Buffer.alloc(bytes, 1) };
    await panel.page.getByTestId('logo-file').setInputFiles(file);
    await panel.page.getByRole('alert').filter({ hasText: message }).waitFor();
  };

  it(differs('svg-logos', "must be an image type ('Please select a valid image file')"), async () => {
    await refused('text/plain', 70, 'Please select a valid image file');
    await refused('image/svg+xml', 70, 'Please select a valid image file');
    expect(product.settings.current().logo).toBeNull();
  });
  it("size at most 5242880 bytes ('Image size must be less than 5MB')", async () => {
    await refused('image/png', 5_242_881, 'Image size must be less than 5MB');
    // A file of exactly this size is sent; the server then finds that it is no picture.
    await refused('image/png', 5_242_880, 'Please select a valid image file');
  });
  it('The hint names JPG, PNG, GIF.', async () => {
    await panel.page
      .getByText(/JPG, PNG,? (?:or |and )?GIF/u)
      .first()
      .waitFor();
  });
});

describe('5. Validation rules: Social link', () => {
  beforeAll(async () => {
    await panel.page.goto(`${product.origin}/admin/footer`);
    await panel.heading('Footer Management').waitFor();
  });
  const form = () => panel.page.getByRole('form', { name: 'Add', exact: true });
  const add = async (platform: string | null, url: string): Promise<void> => {
    if (platform !== null) await form().getByLabel('Platform').selectOption(platform);
    await form().getByLabel('URL').fill(url);
    await form().getByRole('button', { name: 'Add', exact: true }).click();
  };
  const says = (message: string) => panel.page.getByText(message, { exact: true }).waitFor();

  it("platform and URL required ('Please select a platform and enter a URL')", async () => {
    await add(null, 'https://www.reddit.com/r/harbour');
    await says('Please select a platform and enter a URL');
    await add('Reddit', '');
    await says('Please select a platform and enter a URL');
  });
  it(differs('social-addresses', "the URL must parse ('Please enter a valid URL')"), async () => {
    for (const url of ['harbour', 'javascript:alert(1)']) {
      await add('Reddit', url);
      await says('Please enter a valid URL');
    }
    await add('Reddit', 'ftp://files.harbour.example/');
    await panel.page.getByRole('button', { name: 'Edit Reddit' }).waitFor();
    await panel.page.getByRole('button', { name: 'Remove Reddit' }).click();
  });
  it("one link per platform ('This platform is already added')", async () => {
    await form().getByLabel('Platform').selectOption('Reddit');
    await form().getByLabel('URL').fill('https://www.reddit.com/r/harbour');
    const reddit = { id: 1, platform: 'reddit', name: 'Reddit', icon: 'reddit', color: '#ff4500' } as const;
    await product.settings.change({ socialLinks: [{ ...reddit, url: 'https://www.reddit.com/r/other' }] });
    await panel.page.getByRole('button', { name: 'Edit Reddit' }).waitFor();
    await form().getByRole('button', { name: 'Add', exact: true }).click();
    await says('This platform is already added');
  });
});
