import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { byLegalText } from '../../../src/shared/contract/legal-texts.ts';
import { axeViolations } from '../pages/axe.ts';
import { OwnedSite } from '../pages/owned-site.ts';

let site: OwnedSite;
beforeAll(async () => {
  site = await OwnedSite.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.save(byLegalText(() => '')));

const open = async (options: { width?: number; height?: number } = {}): Promise<Page> => {
  const page = await site.section('legal', 'Legal texts', options);
  onTestFinished(() => page.close());
  return page;
};
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const editorOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveChanges = async (page: Page): Promise<void> => {
  await button(page, 'Save Changes').first().click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
};
const publicText = async (path: string): Promise<string> => (await fetch(`${site.origin}${path}`)).text();

describe('Legal texts', () => {
  it('start from the standard text, and replace it on the page of the site', async () => {
    const page = await open();
    await page.getByText('Visitors see the standard text').waitFor();
    await choose(page, 'Terms');
    expect(await page.getByRole('link', { name: 'Open this page' }).getAttribute('href')).toBe(
      '/legal/terms',
    );
    await button(page, 'Write your own text').click();
    const editor = editorOf(page, 'Terms text');
    await expect.poll(() => editor.innerText()).toContain('What you can expect');
    await editor.press('Control+A');
    await page.keyboard.type('Be kind.');
    await saveChanges(page);
    await page.getByText('Visitors see your own text').waitFor();
    const shown = await publicText('/legal/terms');
    expect(shown).toContain('<p>Be kind.</p>');
    expect(shown).not.toContain('It is not legal advice');
    expect(await publicText('/legal/privacy')).toContain('It is not legal advice');
    expect(await publicText('/api/site')).not.toContain('Be kind');
  });

  it('go back to the standard text, and from an earlier version to the own one', async () => {
    await site.save({ privacyText: '<h2>Ours</h2><p>First version</p>' });
    const page = await open();
    await expect.poll(() => editorOf(page, 'Privacy text').innerText()).toContain('First version');
    await button(page, 'Use the standard text').click();
    await page.getByText('Visitors see your own text until you save').waitFor();
    await saveChanges(page);
    await page.getByText('Visitors see the standard text').waitFor();
    expect(await publicText('/legal/privacy')).toContain('When you paste a link');
    await page.reload();
    await button(page, 'Earlier versions').click();
    await page
      .getByRole('button', { name: /^Restore the version/u })
      .first()
      .click();
    await expect.poll(() => editorOf(page, 'Privacy text').innerText()).toContain('First version');
    await saveChanges(page);
    expect(await publicText('/legal/privacy')).toContain('First version');
  });

  it('keep the edits of every page until they are saved or discarded', async () => {
    await site.save({ dmcaText: '<p>Write to us.</p>' });
    const page = await open();
    await button(page, 'Write your own text').click();
    await editorOf(page, 'Privacy text').press('Control+A');
    await page.keyboard.type('Ours.');
    await choose(page, 'DMCA');
    await editorOf(page, 'DMCA text').press('Control+End');
    await page.keyboard.type(' Soon.');
    await page.getByText('Unsaved changes in Privacy text and DMCA text').first().waitFor();
    await choose(page, 'Privacy');
    await expect.poll(() => editorOf(page, 'Privacy text').innerText()).toBe('Ours.');
    await button(page, 'Discard').click();
    await page.getByText('Visitors see the standard text').waitFor();
    await choose(page, 'DMCA');
    await expect.poll(() => editorOf(page, 'DMCA text').innerText()).toBe('Write to us.');
  });

  it('offer no earlier versions while there are none', async () => {
    const page = await open();
    await choose(page, 'Copyright');
    await button(page, 'Write your own text').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await button(page, 'Earlier versions').count()).toBe(0);
  });

  it('take a press anywhere in the white pane', async () => {
    await site.save({ privacyText: '<p>Ours</p>' });
    const page = await open({ width: 1280 });
    const editor = editorOf(page, 'Privacy text');
    await editor.waitFor();
    const { x, y, width } = (await editor.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const pane = await editor.evaluate((element) => element.parentElement?.parentElement?.clientWidth);
    expect(Math.round(width)).toBe(pane);
    await page.mouse.click(x + width - 40, y + 60);
    await expect.poll(() => editor.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('take over what was saved elsewhere, unless it was changed here too', async () => {
    const page = await open();
    await page.getByText('Visitors see the standard text').waitFor();
    await site.save({ privacyText: '<p>From elsewhere</p>' });
    await expect.poll(() => editorOf(page, 'Privacy text').innerText()).toBe('From elsewhere');
    await editorOf(page, 'Privacy text').press('Control+End');
    await page.keyboard.type(', edited');
    await site.save({ privacyText: '<p>From elsewhere again</p>' });
    await button(page, 'Load that change').click();
    await expect.poll(() => editorOf(page, 'Privacy text').innerText()).toBe('From elsewhere again');
  });

  it.each([390, 1280])(
    'fit a window of %d px with an own text, and axe finds no violation',
    async (width) => {
      await site.save({ privacyText: '<h2>Ours</h2><p>Text</p>' });
      const page = await open({ width });
      await editorOf(page, 'Privacy text').waitFor();
      await button(page, 'Earlier versions').click();
      await page.getByText('Live now').first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    },
  );
});
