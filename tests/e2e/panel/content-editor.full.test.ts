import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { ContentEditorPage, type EditorPage } from '../pages/content-editor-page.ts';
import { untilToasted } from '../pages/toast-log.ts';

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

const open = async (content: string | null, options: BrowserContextOptions = {}): Promise<EditorPage> => {
  if (content !== null) await contentEditor.save({ content });
  const context = await contentEditor.context(options);
  onTestFinished(() => context.close());
  return contentEditor.open(context);
};

describe('Content Management', () => {
  it('starts with a welcome that is neither a change nor shown on the page', async () => {
    const editor = await open(null);
    await editor.text.getByRole('heading', { name: 'Welcome' }).waitFor();
    await editor.page.getByText('Visitors see nothing here until you save your own text.').waitFor();
    expect(await editor.bar.count()).toBe(0);
    expect(await contentEditor.stored()).toBe('');
    await editor.empty();
    await editor.preview.getByText('Empty. The section is hidden.').waitFor();
  });

  it('formats with the toolbar; another browser shows what is saved', async () => {
    const editor = await open(TEXT);
    const visitor = await (await editor.page.context().browser()?.newContext())?.newPage();
    await visitor?.goto(contentEditor.product.origin);
    await editor.select('Opening hours');
    for (const name of ['Bold', 'Italic', 'Underline']) await editor.tool(name).click();
    await expect.poll(() => editor.tool('Bold').getAttribute('aria-pressed')).toBe('true');
    await editor.toolbar.getByLabel('Font size').selectOption('18');
    await editor.toolbar.getByLabel('Text style').selectOption('Heading 3');
    await editor.save();
    const words = '<span class="text-size-18"><strong><em><u>Opening hours</u></em></strong></span>';
    await expect.poll(() => contentEditor.stored()).toBe(`<h3>${words}</h3>`);
    await editor.bar.getByText('Content saved successfully!').waitFor();
    await visitor?.locator('#owner-content').getByRole('heading', { name: 'Opening hours' }).waitFor();
    await editor.toolbar.getByLabel('Text style').selectOption('Paragraph');
    await editor.toolbar.getByLabel('Font size').selectOption('Default');
    for (const name of ['Bold', 'Italic', 'Underline', 'Numbered list']) await editor.tool(name).click();
    await editor.save();
    await expect.poll(() => contentEditor.stored()).toBe('<ol><li>Opening hours</li></ol>');
    await visitor?.context().close();
    expect(editor.faults).toEqual([]);
  });

  it('formats, undoes and redoes with the keyboard; the toolbar is one tab stop with arrow keys', async () => {
    const editor = await open(TEXT);
    const press = (key: string) => editor.page.keyboard.press(key);
    await editor.select('Opening hours');
    for (const key of ['b', 'i', 'u', 'Alt+2']) await press(`ControlOrMeta+${key}`);
    await editor.save();
    await expect
      .poll(() => contentEditor.stored())
      .toBe('<h2><strong><em><u>Opening hours</u></em></strong></h2>');
    await editor.write(' today');
    await press('ControlOrMeta+z');
    await editor.text.getByText('today').waitFor({ state: 'detached' });
    await press('ControlOrMeta+Shift+z');
    await editor.text.getByText('today').waitFor();
    await press('Shift+Tab');
    const focused = () => editor.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(() => focused()).toBe('Text style');
    await press('ArrowRight');
    await press('ArrowRight');
    await expect.poll(() => focused()).toBe('Bold');
    await press('End');
    await expect.poll(() => focused()).toBe('Redo');
    await press('ArrowRight');
    await expect.poll(() => focused()).toBe('Text style');
    await expect.poll(() => editor.toolbar.locator('[tabindex="0"]').count()).toBe(1);
  });

  it('creates, changes and removes links, and rejects invalid URLs', async () => {
    const editor = await open(TEXT);
    await editor.select('Opening hours');
    await editor.page.keyboard.press('ControlOrMeta+k');
    const form = editor.page.getByRole('form', { name: 'Link' });
    await form.getByLabel('Address').fill('javascript:alert(1)');
    await editor.page.keyboard.press('Enter');
    await form.getByText('Please enter a valid URL').waitFor();
    await form.getByLabel('Address').fill('harbour.example/hours');
    await form.getByLabel('Open in a new tab').check();
    await form.getByRole('button', { name: 'Apply' }).click();
    await editor.save();
    const stored = await contentEditor.stored();
    expect(stored).toContain('href="https://harbour.example/hours"');
    expect(stored).toContain('target="_blank"');
    await editor.text.getByRole('link').click();
    await editor.tool('Link').click();
    await form.getByRole('button', { name: 'Remove link' }).click();
    await editor.save();
    await expect.poll(() => contentEditor.stored()).toBe(TEXT);
  });

  it('accepts text copied from a word processor, without its styles', async () => {
    const editor = await open(TEXT);
    await editor.empty();
    await editor.paste(
      `<style>p{color:red}</style><h1 style="font-family:Calibri">Title<o:p></o:p></h1>
<p class=MsoNormal style="margin:0"><span style="font-weight:700;font-size:11pt">Bold</span> and <span style="font-size:13.5pt;color:red">large</span></p>
<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·&nbsp;</span>First</p>
<p class=MsoListParagraph style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o&nbsp;</span>Inner</p>`,
    );
    await editor.save();
    await expect
      .poll(() => contentEditor.stored())
      .toBe(
        '<h1>Title</h1><p><strong>Bold</strong> and <span class="text-size-18">large</span></p><ul><li>First<ul><li>Inner</li></ul></li></ul>',
      );
    expect(editor.faults).toEqual([]);
  });

  it('preserves what its toolbar cannot create', async () => {
    const kept =
      '<blockquote><p>Said</p></blockquote><table><thead><tr><th colspan="2">Plan</th></tr></thead><tbody><tr><td>Free</td><td>0</td></tr></tbody></table><pre><code>a &lt; b</code></pre><p>End</p>';
    const editor = await open(kept);
    expect(await editor.page.getByText('The editor does not support').count()).toBe(0);
    await editor.write('.');
    await editor.save();
    await expect.poll(() => contentEditor.stored()).toBe(kept.replace('End', 'End.'));
  });

  it('keeps a draft in the browser until it is saved or discarded', async () => {
    const editor = await open(TEXT);
    const { page } = editor;
    page.on('dialog', (dialog) => void dialog.accept());
    await editor.write(' kept');
    await page.getByText('Draft kept in this browser').waitFor();
    await page.reload();
    await page.getByText(/You have an unsaved draft from today, \d\d:\d\d\./u).waitFor();
    await editor.button('Restore').click();
    await editor.text.getByText('Opening hours kept').waitFor();
    await editor.save();
    await expect.poll(() => contentEditor.stored()).toBe('<p>Opening hours kept</p>');
    const draft = () => page.evaluate(() => localStorage.getItem('contentDraft'));
    expect(await draft()).toBeNull();
    await editor.write(' again');
    await page.getByText('Draft kept in this browser').waitFor();
    await editor.bar.getByRole('button', { name: 'Discard' }).click();
    await editor.text.getByText('again').waitFor({ state: 'detached' });
    expect(await draft()).toBeNull();
  });

  it('lists earlier versions and restores one as a change', async () => {
    await contentEditor.save({ content: '<p>First text</p>' });
    const editor = await open('<p>Second text</p>');
    await editor.button('Earlier versions').click();
    await editor.page.getByText('Live now').waitFor();
    await editor.page
      .getByRole('button', { name: /^Restore the version/u })
      .first()
      .click();
    await editor.text.getByText('First text').waitFor();
    await editor.preview.getByText('First text').waitFor();
    await expect.poll(() => contentEditor.stored()).toBe('<p>Second text</p>');
    await editor.save();
    await expect.poll(() => contentEditor.stored()).toBe('<p>First text</p>');
    // A restore of what visitors see already would change nothing, whichever save it is from.
    await expect.poll(() => editor.page.getByText('Live now').count()).toBe(2);
    const versions = editor.page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem');
    expect(
      await versions
        .filter({ hasText: 'Live now' })
        .getByRole('button', { name: /^Restore/u })
        .count(),
    ).toBe(0);
    await versions
      .nth(1)
      .getByRole('button', { name: /^Restore/u })
      .waitFor();
  });

  it.each([
    ['Load that change', '<p>Closed today</p>'],
    ['Keep this one', '<p>Opening hours mine</p>'],
  ])('reports that the same account has saved in another window meanwhile: "%s"', async (choice, stored) => {
    const editor = await open(TEXT);
    await editor.write(' mine');
    await contentEditor.save({ content: '<p>Closed today</p>' });
    await editor.page
      .getByTestId('conflict')
      .getByText('You changed the content in another window, ')
      .waitFor();
    await editor.text.getByText('Opening hours mine').waitFor();
    await editor.button(choice).click();
    if (choice === 'Keep this one') await editor.save();
    await editor.text.getByText(stored.replaceAll(/<\/?p>/gu, '')).waitFor();
    await expect.poll(() => contentEditor.stored()).toBe(stored);
    await expect.poll(() => editor.page.evaluate(() => localStorage.getItem('contentDraft'))).toBeNull();
    expect(editor.faults).toEqual([]);
  });

  it('drops the stored draft with the session that ended', async () => {
    const editor = await open(TEXT);
    const { page } = editor;
    await editor.write(' secret');
    await page.getByText('Draft kept in this browser').waitFor();
    await page.route(/\/api\/auth\/session\?/u, (route) =>
      route.fulfill({ json: { account: null, signUp: 'approval', ownerless: false } }),
    );
    await page.route('**/api/admin/settings', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: { status: 401, code: 'signed_out', title: 'Signed out', detail: 'Please sign in.' },
      }),
    );
    await page.keyboard.press('ControlOrMeta+s');
    await editor.button('Discard and leave').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('contentDraft'))).toBeNull();
  });

  it('explains why a save failed, and that a text is too long before it is sent', async () => {
    const editor = await open(TEXT);
    const detail = 'The store is full.';
    await editor.page.route('**/api/admin/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            json: { type: 'about:blank', status: 500, code: 'internal', title: 'Fault', detail },
          })
        : route.fallback(),
    );
    await editor.write(' more');
    await editor.page.keyboard.press('ControlOrMeta+s');
    await editor.bar.getByText(`Error saving content: ${detail}`).waitFor();
    await editor.text.getByText('Opening hours more').waitFor();
    await editor.page.unroute('**/api/admin/settings');
    await editor.paste(`<p>${'long '.repeat(42_000)}</p>`);
    await editor.page.keyboard.press('ControlOrMeta+s');
    await untilToasted(editor.page, 'Error saving content: This text is');
    await expect.poll(() => contentEditor.stored()).toBe(TEXT);
  });
});
