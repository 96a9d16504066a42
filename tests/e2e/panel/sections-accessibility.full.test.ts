import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionTitles } from '#messages/section-titles.ts';
import type { CheckFinding } from '#shared/contract/check.ts';
import { type AdminEngines, adminEnginesSchema } from '#shared/contract/engines.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { axeViolations } from '../pages/axe.ts';
import { unfoldAll } from '../pages/folded-parts.ts';
import { holdToasts } from '../pages/owned-site.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import { PanelPage, SIZES } from '../pages/panel-page.ts';

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
let stranger: PanelPage;
let waiting: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
  owner = await enterPanel(browser, product, 'Olga');
  waiting = await enterPanel(browser, product, 'Wanda', { role: 'waiting' });
  stranger = await PanelPage.open(browser, `${product.origin}/admin/login`);
  await product.settings.change({
    socialLinks: [
      {
        id: 1_763_700_000_000,
        platform: 'youtube',
        name: 'YouTube',
        icon: 'youtube',
        color: '#ff0000',
        url: 'https://www.youtube.com/@mock.user',
      },
    ],
    content:
      '<h2>Welcome</h2><p>A <strong>word</strong> of ours with <a href="https://example.org/">a link</a>.</p>',
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const section = (id: string, heading: string) => async (): Promise<PanelPage> => {
  // Leaving what the state before has not saved.
  owner.page.removeAllListeners('dialog').on('dialog', (dialog) => void dialog.accept());
  await owner.page.goto(`${product.origin}/admin/${id}`);
  await owner.heading(heading).waitFor();
  await expect.poll(() => owner.page.getByRole('progressbar').count()).toBe(0);
  return owner;
};

type State = () => Promise<PanelPage>;

/** The Engine section with changed data of the server. */
const engine =
  (change: (engines: AdminEngines) => void, reach?: () => Promise<unknown>): State =>
  async () => {
    const { page } = owner;
    await page.route('**/api/admin/engines', async (route) => {
      const response = await route.fetch();
      const engines = adminEnginesSchema.parse(await response.json());
      change(engines);
      await route.fulfill({ response, json: engines });
    });
    await section('engine', 'Engine')();
    await reach?.();
    return owner;
  };
const checkedWith =
  (finding: CheckFinding) =>
  (engines: AdminEngines): void => {
    engines.reach = {
      outdated: false,
      at: new Date().toISOString(),
      ms: 40,
      platforms: PLATFORM_IDS.map((platform) => ({
        platform,
        isOwnPost: false,
        results: [
          { engine: 'native', route: 'direct', finding, ms: 40 },
          { engine: 'native', route: 'proxy', finding: 'slow', ms: 9_000 },
        ],
      })),
    };
  };

/** Content Management with the caret in the text. */
const content =
  (act: (page: Page) => Promise<unknown>): State =>
  async () => {
    await section('content', 'Content Management')();
    await owner.page.getByRole('textbox', { name: 'Content', exact: true }).click();
    await act(owner.page);
    return owner;
  };
const toolbarButton = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });

/** States of the sections. */
const MORE: Readonly<Record<string, State>> = {
  'sign in, with help for a forgotten password': async () => {
    await stranger.page.goto(`${product.origin}/admin/login`);
    await stranger.page.getByText('Forgot your password?').click();
    return stranger;
  },
  'sign in, refused': async () => {
    await stranger.page.goto(`${product.origin}/admin/login`);
    await stranger.field('Email').fill('olga@mail.example');
    await stranger.field('Password').fill('not this one');
    await stranger.button('Sign in').click();
    await stranger.text('Incorrect password.').waitFor();
    return stranger;
  },
  'the checklist': section('overview', 'Overview'),
  'the checklist, hidden': async () => {
    await section('overview', 'Overview')();
    await owner.button('Hide checklist').click();
    await owner.button('Show the setup checklist').waitFor();
    return owner;
  },
  'a notice': async () => {
    await section('footer', 'Footer Management')();
    await owner.button('Remove YouTube').click();
    await owner.page.getByTestId('toast').waitFor();
    await holdToasts(owner.page);
    return owner;
  },
  'a social link being edited': async () => {
    await section('footer', 'Footer Management')();
    await owner.button('Edit YouTube').click();
    await owner.page.getByRole('form', { name: /YouTube/u }).waitFor();
    return owner;
  },
  'Engine, after a check that passed': engine(checkedWith('post'), () => unfoldAll(owner.page)),
  'Engine, after a check that failed': engine(checkedWith('login_wall'), () => unfoldAll(owner.page)),
  'Engine, after a check of a post that is gone': engine(checkedWith('gone'), () => unfoldAll(owner.page)),
  'the link form of the content editor': content(async (page) => {
    await toolbarButton(page, 'Link').click();
    await page.getByRole('form', { name: 'Link' }).getByLabel('Address').fill('::');
    await page.getByRole('form', { name: 'Link' }).getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Please enter a valid URL').waitFor();
  }),
  'the question before a small form is closed': content(async (page) => {
    await toolbarButton(page, 'Link').click();
    await page.getByRole('form', { name: 'Link' }).getByLabel('Address').fill('https://harbour.example');
    await toolbarButton(page, 'Link').click();
    await page.getByRole('dialog').waitFor();
  }),
  'the earlier versions of the content': content(async (page) => {
    await page.getByRole('button', { name: 'Earlier versions' }).click();
    await page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem').first().waitFor();
  }),
  'a conflict in the content': content(async (page) => {
    await page.keyboard.type('Mine. ');
    await owner.bar.waitFor();
    await product.settings.change({ content: `<p>Theirs at ${String(Date.now())}</p>` });
    await owner.conflict.waitFor();
  }),
  'a legal text in the editor': async () => {
    await section('legal', 'Legal texts')();
    await owner.button('Write your own text').click();
    await owner.page.getByRole('toolbar').waitFor();
    return owner;
  },
  'the question before an account is let in': async () => {
    await section('accounts', 'Accounts')();
    await owner.page
      .getByRole('button', { name: /^Decline/u })
      .first()
      .click();
    await owner.page.getByRole('dialog').waitFor();
    return owner;
  },
};

/** Every kind of page and overlay, with the function that opens it. */
const STATES: Readonly<Record<string, State>> = {
  'sign in': async () => {
    await stranger.page.goto(`${product.origin}/admin/login`);
    await stranger.button('Sign in').click();
    return stranger;
  },
  'sign up': async () => {
    await stranger.page.goto(`${product.origin}/admin/signup`);
    await stranger.field('Password').fill('kettle');
    return stranger;
  },
  'waiting for approval': async () => {
    await waiting.text("Your account is waiting for the owner's approval.").waitFor();
    return waiting;
  },
  'General Settings': section('general', 'General Settings'),
  'General Settings with changes': async () => {
    await section('general', 'General Settings')();
    await owner.field('Website title').fill('Another title');
    await owner.bar.waitFor();
    return owner;
  },
  'the question before leaving': async () => {
    if (!(await owner.bar.isVisible())) await STATES['General Settings with changes']?.();
    await owner.page.getByRole('link', { name: 'Overview' }).click();
    await owner.dialog('Leave without saving?').waitFor();
    return owner;
  },
  'Navbar Management': async () => {
    return section('navbar', 'Navbar Management')();
  },
  'Footer Management': section('footer', 'Footer Management'),
  'Content Management': section('content', 'Content Management'),
  'Legal texts': section('legal', 'Legal texts'),
  Overview: section('overview', 'Overview'),
  Engine: section('engine', 'Engine'),
  Accounts: section('accounts', 'Accounts'),
  Traffic: section('traffic', 'Traffic'),
  Backups: section('backups', 'Backups'),
  Activity: section('activity', 'Activity'),
  'a page that is not there': section('nowhere', "This page isn't here"),
  ...MORE,
};

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The sizes and colour schemes in which the pages are checked, each page in one of them, the sections also in its opposite. */
const LOOKS = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'dark' },
  { size: 'wide', colorScheme: 'dark' },
  { size: 'narrow', colorScheme: 'light' },
] as const;
const looksOf = (name: string): readonly (typeof LOOKS)[number][] => {
  const index = Object.keys(STATES).indexOf(name);
  const isSection = !(name in MORE);
  return LOOKS.filter((_look, at) => at === index % 4 || (isSection && at === (index ^ 1) % 4));
};

it('every section is among the pages', () => {
  expect(Object.keys(STATES)).toEqual(expect.arrayContaining(Object.values(sectionTitles)));
});

describe('axe finds no violation in light and dark, narrow and wide, and nothing scrolls sideways', () => {
  it.each(Object.keys(STATES))('%s', { timeout: 120_000 }, async (name) => {
    const panel = (await STATES[name]?.()) as PanelPage;
    for (const { size, colorScheme } of looksOf(name)) {
      await panel.page.setViewportSize(SIZES[size]);
      await panel.page.emulateMedia({ colorScheme });
      await panel.page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: 'attached' });
      expect({ size, colorScheme, found: await axeViolations(panel.page) }).toEqual({
        size,
        colorScheme,
        found: [],
      });
    }
    for (const viewport of Object.values(SIZES)) {
      await panel.page.setViewportSize(viewport);
      expect(await sideways(panel.page)).toBe(0);
    }
    // A window of 1280 px at a zoom of 400 %.
    await panel.page.setViewportSize({ width: 320, height: 256 });
    expect(await sideways(panel.page)).toBe(0);
    await panel.page.setViewportSize(SIZES.wide);
    await panel.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('the list of sections over a narrow page', async () => {
    await section('overview', 'Overview')();
    await owner.page.setViewportSize(SIZES.narrow);
    await owner.button('Open sections').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.page.emulateMedia({ colorScheme });
      expect(await axeViolations(owner.page)).toEqual([]);
    }
    await owner.page.setViewportSize(SIZES.wide);
  });
});

it('causes no policy violation and no exception on all these pages', () => {
  expect([owner, stranger, waiting].flatMap(({ faults }) => faults)).toEqual([]);
});
