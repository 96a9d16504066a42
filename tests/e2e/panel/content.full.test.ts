import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { axeViolations } from '../pages/axe.ts';
import { ContentEditorPage } from '../pages/content-editor-page.ts';

const TEXT = '<p>Opening hours</p>';

let browser: Browser;
let contentEditor: ContentEditorPage;
beforeAll(async () => {
  browser = await launchBrowser();
  contentEditor = await ContentEditorPage.start(browser);
});
afterAll(async () => {
  await contentEditor?.stop();
  await browser?.close();
});

describe('Content Management', () => {
  it('fits a phone, and axe finds no violation, in light and in dark', async () => {
    await contentEditor.save({ content: TEXT });
    const context = await contentEditor.context({ viewport: { width: 390, height: 844 } });
    onTestFinished(() => context.close());
    const editor = await contentEditor.open(context);
    const { page } = editor;
    await page.emulateMedia({ colorScheme: 'light' });
    await editor.button('Earlier versions').click();
    await page.getByText('Live now').waitFor();
    await editor.tool('Link').click();
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('radio', { name: 'Preview' }).check();
    await editor.preview.getByText('Opening hours').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
