import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adminEnginesSchema } from '../../../src/shared/contract/engines.ts';
import { type MockReleases, startMockReleases, sumsOf } from '../../mock-platforms/mock-releases.ts';
import { createShellTools, type ShellTools } from '../../mock-platforms/shell-tools.ts';
import { createFakeYtDlp, type FakeYtDlp, waitForRelease } from '../../mock-platforms/yt-dlp-program.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { unfoldAll } from '../pages/folded-parts.ts';
import { focusedName } from '../pages/owned-site.ts';
import { axeFindings, smallTargets } from '../pages/panel-axe.ts';
import { enterPanel } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';

const OLD = '2026.08.19';
const NEW = '2026.09.02';
const LATER = '2026.09.09';
/** Posts that the check reads while the owner has chosen none. */
const CHECK_POSTS = ['aye83DjauH', 'Chunk8-jurw', '6748451240264420610'];

let browser: Browser;
let releases: MockReleases;
let tools: ShellTools;
let product: InProcessProduct;
let owner: PanelPage;
const programs: FakeYtDlp[] = [];

beforeAll(async () => {
  tools = createShellTools();
  releases = await startMockReleases();
  [browser, product] = await Promise.all([
    launchBrowser(),
    startInProcessProduct(({ routes }) => ({
      ENGINES: 'yt-dlp',
      PATH: tools.folder,
      UPSTREAM_ROUTES: `${routes},${releases.routes}`,
    })),
  ]);
  owner = await enterPanel(browser, product, 'Mara');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await releases?.close();
  for (const program of programs) program.remove();
  tools?.remove();
});

const LIMITED = { output: 'null', stderr: 'ERROR: [x] x: HTTP Error 429: Too Many Requests', code: 1 };

/** Publishes a version whose reads the platforms refuse, after the script has ended. */
const publish = async (version: string, { script = '', sums }: { script?: string; sums?: string } = {}) => {
  const program = await createFakeYtDlp();
  programs.push(program);
  program.setBehaviour('version', { output: `${version}\n` });
  for (const id of CHECK_POSTS) program.setBehaviour(id, { ...LIMITED, script });
  releases.publish({ version, program: program.text, ...(sums !== undefined && { sums }) });
  return program;
};

const open = async (width = 1280): Promise<Page> => {
  const page = await owner.context.newPage();
  onTestFinished(() => page.close());
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${product.origin}/admin/engine`);
  await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
  await unfoldAll(page);
  await card(page).waitFor();
  return page;
};
const card = (page: Page) => page.getByTestId('yt-dlp-card');
const button = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });
const said = (page: Page) => page.getByTestId('live-polite').textContent();
const version = async (): Promise<string | null | undefined> => {
  const answer = await owner.context.request.get(`${product.origin}/api/admin/engines`);
  return adminEnginesSchema.parse(await answer.json()).engines.find(({ name }) => name === 'yt-dlp')?.version;
};
const expectAccessible = async (page: Page): Promise<void> => {
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
};

// Each test continues with what the one before has installed.
describe('yt-dlp in the panel', () => {
  it('is installed by keyboard, with its steps announced', async () => {
    const program = await publish(OLD, { script: waitForRelease('go') });
    const page = await open();
    await card(page).getByText('Not installed here.').waitFor();
    await expectAccessible(page);
    await button(page, 'Install stable').focus();
    await page.keyboard.press('Enter');
    const step = card(page).locator('[aria-current=step]');
    await expect.poll(() => step.textContent()).toContain('Checking whether it reads posts');
    await expect.poll(() => said(page)).toContain('Checking whether it reads posts');
    expect(await button(page, 'Install nightly').getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    program.release('go');
    await card(page).getByText(`Version ${OLD} (stable)`).waitFor();
    await card(page)
      .getByText(/days old/u)
      .waitFor();
    await card(page).getByText(`: Version ${OLD} was installed.`).waitFor();
    await expect.poll(() => said(page)).toContain(`Version ${OLD} was installed.`);
    expect(await focusedName(page)).toBe('Update now');
    await expect.poll(version, { timeout: 10_000 }).toBe(OLD);
  });

  it('refuses an update with a wrong checksum, and says what to do', async () => {
    await publish(NEW, { sums: sumsOf('another program') });
    const page = await open();
    await button(page, 'Update now').press('Enter');
    await card(page).getByText('its checksum is wrong').waitFor();
    await card(page).getByText(`Version ${NEW} was not installed. It was deleted and never run.`).waitFor();
    await card(page).getByText(`Version ${NEW} is available.`).waitFor();
    expect(await focusedName(page)).toBe(`Update to ${NEW}`);
    await expectAccessible(page);
  });

  it('is updated and rolled back by keyboard', async () => {
    await publish(NEW);
    const page = await open();
    await button(page, `Update to ${NEW}`).press('Enter');
    await card(page).getByText(`Version ${NEW} (stable)`).waitFor();
    await button(page, `Roll back to ${OLD}`).press('Enter');
    await card(page).getByText(`Version ${OLD} is in use again.`).waitFor();
    await card(page).getByText(`Version ${OLD} (stable)`).waitFor();
    await expect.poll(() => said(page)).toContain(`Version ${OLD} is in use again.`);
    expect(await focusedName(page)).toBe(`Roll back to ${NEW}`);
    await expect.poll(version, { timeout: 10_000 }).toBe(OLD);
    await page.goto(`${product.origin}/admin/activity`);
    await page.getByText(`went back to yt-dlp ${OLD}`).waitFor();
    await page.getByText(`could not install yt-dlp ${NEW}`).waitFor();
  });

  it('is updated every night if that is chosen, and removed after a question', async () => {
    const page = await open();
    const schedule = card(page).getByLabel('Nightly update');
    expect(await schedule.inputValue()).toBe('off');
    await schedule.selectOption({ label: 'Stable versions' });
    await card(page)
      .getByText(/Next: /u)
      .waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Engine' }).waitFor();
    await unfoldAll(page);
    expect(await schedule.inputValue()).toBe('stable');
    await button(page, 'Remove').press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => focusedName(page)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('Remove');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
    await card(page).getByText('Not installed here.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Install stable');
    expect(await version()).toBeNull();
    expect(owner.faults).toEqual([]);
  });

  it('announces the end even if the engines and the installation arrive in one update of the page', async () => {
    const program = await publish(LATER, { script: waitForRelease('go') });
    const page = await open();
    // Holds the responses in the page, so that both kinds are there in one turn of its event loop. There can be more than
    // one of a kind.
    await page.evaluate(() => {
      const original = window.fetch;
      const held: (() => void)[] = [];
      const paths = new Set<string>();
      const gate = { isHolding: false, held, paths };
      Object.assign(window, { gate });
      window.fetch = async (input, init) => {
        const { method, url } = new Request(input, init);
        const response = await original(input, init);
        if (gate.isHolding && method === 'GET' && /\/engines(?:\/yt-dlp)?$/u.test(url)) {
          paths.add(url);
          await new Promise<void>((resolve) => held.push(resolve));
        }
        return response;
      };
    });
    await button(page, 'Install stable').press('Enter');
    await expect.poll(() => said(page)).toContain('Checking whether it reads posts');
    await page.evaluate('gate.isHolding = true');
    program.release('go');
    await expect.poll(version, { timeout: 10_000 }).toBe(LATER);
    await expect.poll(() => page.evaluate('gate.paths.size'), { timeout: 10_000 }).toBe(2);
    await page.evaluate('gate.isHolding = false; for (const release of gate.held) release()');
    await card(page).getByText(`Version ${LATER} (stable)`).waitFor();
    await expect.poll(() => said(page)).toContain(`Version ${LATER} was installed.`);
    await button(page, 'Remove').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await card(page).getByText('Not installed here.').waitFor();
  });

  it('fits at 390 px, and in dark', async () => {
    await publish(LATER);
    const page = await open(390);
    await page.emulateMedia({ colorScheme: 'dark' });
    await button(page, 'Install stable').press('Enter');
    await card(page).getByText(`Version ${LATER} (stable)`).waitFor();
    await expectAccessible(page);
  });
});
