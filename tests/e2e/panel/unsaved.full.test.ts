import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { FakePanelServer, OWNER, problem } from '../pages/fake-panel-server.ts';
import { PanelPage } from '../pages/panel-page.ts';
import { type Product, startProduct } from '../product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** Opens General Settings with an unsaved title. */
const typed = async (fake: FakePanelServer): Promise<PanelPage> => {
  const panel = await PanelPage.open(browser, `${product.origin}/admin/nowhere`, fake);
  onTestFinished(async () => {
    expect(panel.faults).toEqual([]);
    await panel.context.close();
  });
  await panel.page.getByRole('link', { name: 'General Settings' }).click();
  await panel.field('Website title').fill('Mine');
  return panel;
};

/** Builds the server's response to saving the title 'Mine'. */
const savedAnswer = ({ settings }: FakePanelServer) => ({
  status: 200,
  json: { ...settings, site: { ...settings.site, title: 'Mine', revision: settings.site.revision + 1 } },
});

/** Starts a save that stays in progress until `answer` is called. */
const saving = async () => {
  const fake = new FakePanelServer();
  const answer = Promise.withResolvers<ReturnType<typeof problem>>();
  const panel = await typed(fake);
  fake.next('PATCH /api/admin/settings', answer.promise);
  await panel.save.click();
  await panel.button('Saving...').waitFor();
  return { fake, panel, answer };
};

describe('leaving with unsaved changes', () => {
  it('asks for confirmation on the way to another page, and can be cancelled', async () => {
    const panel = await typed(new FakePanelServer());
    await panel.page.goBack();
    await panel.dialog('Leave without saving?').waitFor();
    await panel.text('Your changes in Website title are not saved yet.').waitFor();
    await panel.untilFocused('Keep editing');
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => panel.dialog('Leave without saving?').count()).toBe(0);
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    expect(panel.path).toBe('/admin/general');
    await panel.page.goBack();
    await panel.dialog('Leave without saving?').getByRole('button', { name: 'Discard' }).click();
    await panel.heading("This page isn't here").waitFor();
  });

  it('asks for confirmation in the browser on reload', async () => {
    const panel = await typed(new FakePanelServer());
    await panel.save.waitFor();
    // Chromium asks only on a page that has been used since it was loaded.
    await panel.field('Website title').click();
    const asked = panel.page.waitForEvent('dialog');
    // Resolves once the dialog is answered.
    const reloading = panel.page.evaluate(() => location.reload());
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloading;
    expect(await panel.field('Website title').inputValue()).toBe('Mine');
  });

  it('waits for a save in progress, and asks for nothing once all is saved', async () => {
    const { fake, panel, answer } = await saving();
    await panel.page.goBack();
    await expect.poll(() => panel.path).toBe('/admin/general');
    expect(await panel.dialog('Leave without saving?').count()).toBe(0);
    answer.resolve(savedAnswer(fake));
    await panel.heading("This page isn't here").waitFor();
    expect(await panel.dialog('Leave without saving?').count()).toBe(0);
  });

  it('asks for confirmation when the save in progress fails', async () => {
    const { fake, panel, answer } = await saving();
    await panel.button('Logout').click();
    answer.resolve(problem('overloaded'));
    await panel.dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    expect(fake.calls).not.toContain('POST /api/auth/sign-out');
  });

  it('asks for confirmation on Logout', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    await panel.button('Logout').click();
    await panel.dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
    expect(fake.calls).not.toContain('POST /api/auth/sign-out');
    await panel.button('Logout').click();
    await panel.dialog('Leave without saving?').getByRole('button', { name: 'Discard' }).click();
    await panel.heading('Sign in').waitFor();
  });
});

describe('the bar', () => {
  it('names what is being saved while it saves', async () => {
    const { fake, panel, answer } = await saving();
    const shown = await panel.bar.evaluateHandle((bar) => {
      const words = [bar.textContent];
      const look = () => words.push(bar.textContent);
      new MutationObserver(look).observe(bar, { childList: true, characterData: true, subtree: true });
      return words;
    });
    answer.resolve(savedAnswer(fake));
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    const whileSaving = (await shown.jsonValue()).filter((words) => words?.includes('Saving...'));
    expect(whileSaving.length).toBeGreaterThan(0);
    for (const words of whileSaving) expect(words).toContain('in Website title');
  });
});

describe('the focus', () => {
  it("moves to the heading after Save or Discard, and to the decision that another account's save requires", async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    await panel.save.press('Enter');
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    await panel.untilFocused('General Settings');
    await panel.field('Website title').fill('Other');
    await panel.button('Discard').press('Enter');
    await panel.untilFocused('General Settings');
    await panel.field('Website title').fill('Another');
    fake.savedByOther('Ilse', { title: 'Theirs' }, { heard: false });
    await panel.save.press('Enter');
    await panel.conflict.waitFor();
    await panel.untilFocused('Unsaved changes');
    await panel.page.keyboard.press('Tab');
    await panel.untilFocused('Load theirs');
  });
});

describe('saves by another account', () => {
  it('are followed silently where nothing is changed here', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.savedByOther('Ilse', { maintenance: true });
    await panel.text('Active').waitFor();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    expect(await panel.conflict.count()).toBe(0);
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site).toMatchObject({ title: 'Mine', maintenance: true, revision: 2 });
  });

  it('are named where the same is changed here, and can be loaded', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.savedByOther('Ilse', { title: 'Theirs' });
    await panel.conflict.getByText(/^Ilse changed the website title 3 Feb 2026, \d\d:\d\d\.$/u).waitFor();
    await panel.conflict.getByText('Their website title: Theirs').waitFor();
    await panel.conflict.getByText('Your website title: Mine').waitFor();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    await panel.button('Load theirs').click();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Theirs');
    await expect.poll(() => panel.bar.count()).toBe(0);
    await panel.button('Undo').click();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
  });

  it('can be overwritten', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.savedByOther('Ilse', { title: 'Theirs' });
    await panel.button('Keep mine').click();
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site.title).toBe('Mine');
  });

  it('stop a save of the same value before their event arrives; "Keep mine" continues it', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.savedByOther('Ilse', { title: 'Theirs' }, { heard: false });
    fake.savedByOther('Oren', { maintenance: true }, { heard: false });
    await panel.save.click();
    await panel.conflict.getByText(/^Ilse changed the website title 3 Feb 2026, \d\d:\d\d\.$/u).waitFor();
    expect(fake.settings.site.title).toBe('Theirs');
    await panel.button('Keep mine').click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site).toMatchObject({ title: 'Mine', maintenance: true });
  });
});

describe('a session that ends', () => {
  it('is renewed over unsaved changes, and the save continues', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.session = { ...fake.session, account: null };
    await panel.save.click();
    await panel.dialog('Your session has ended').waitFor();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    await expect.poll(() => panel.field('Email').inputValue()).toBe('nadja@example.org');
    await panel.untilFocused('Password');
    await panel.page.keyboard.press('Escape');
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => panel.dialog('Your session has ended').count()).toBe(1);
    await panel.field('Password').fill('heather');
    await panel.button('Sign in').click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site.title).toBe('Mine');
  });

  it('can be given up together with the changes', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.session = { ...fake.session, account: null };
    fake.push('accessChanged');
    await panel.button('Discard and leave').click();
    await panel.heading('Sign in').waitFor();
  });

  it('leads to the form where nothing is lost', async () => {
    const fake = new FakePanelServer();
    const panel = await PanelPage.open(browser, `${product.origin}/admin/general`, fake);
    onTestFinished(() => panel.context.close());
    await panel.field('Website title').waitFor();
    fake.session = { ...fake.session, account: null };
    fake.push('accessChanged');
    await panel.heading('Sign in').waitFor();
    await panel.text('Your session has ended. Sign in again to go on where you were.').waitFor();
  });

  it('is no surprise on the form after Logout', async () => {
    const panel = await PanelPage.open(browser, `${product.origin}/admin/general`, new FakePanelServer());
    onTestFinished(() => panel.context.close());
    await panel.button('Logout').click();
    await panel.heading('Sign in').waitFor();
    expect(await panel.text('Your session has ended.').count()).toBe(0);
  });

  it('ends the panel of an account that was removed, which cannot sign in again', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.session = { ...fake.session, account: null, accountRemoved: true };
    fake.push('accessChanged');
    await panel.heading('Sign in').waitFor();
    await panel.text('The owner has removed your account. It no longer exists.').waitFor();
  });

  it('ends the panel whose account was removed after the session had ended', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.session = { ...fake.session, account: null };
    fake.push('accessChanged');
    await panel.dialog('Your session has ended').waitFor();
    fake.session = { ...fake.session, accountRemoved: true };
    fake.next('POST /api/auth/sign-in', problem('account_not_found'));
    await panel.field('Password').fill('blue kettle 42');
    await panel.page.keyboard.press('Enter');
    await panel.page.getByText(/^The owner has removed your account\./u).waitFor();
  });

  it('ends the panel once the account waits again, and says that access and changes are gone', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    fake.session = { ...fake.session, account: { ...OWNER, role: 'waiting' } };
    fake.push('accessChanged');
    await panel.text("Your account is waiting for the owner's approval.").waitFor();
    await panel.heading('Access withdrawn').waitFor();
    await panel
      .text('The owner has withdrawn your access to this panel. What you had not saved is lost.')
      .waitFor();
    expect(await panel.field('Website title').count()).toBe(0);
  });
});

describe('another sign-on in front of the site', () => {
  const SIGN_ON = 'Your sign-on ended. Reload.';

  it.each([
    ['redirects elsewhere', { status: 302, headers: { location: 'https://auth.harbour.example/' } }],
    ['answers with its page', { status: 200, contentType: 'text/html', body: '<title>Sign in</title>' }],
    ['refuses', { status: 401, contentType: 'text/html', body: '<title>Sign in</title>' }],
  ])('that %s is named, and a reload keeps the edits', async (_case, answer) => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    await panel.page.route('**/api/admin/**', (route) => route.fulfill(answer));
    await panel.save.click();
    await panel.bar.getByRole('alert').filter({ hasText: SIGN_ON }).waitFor();
    expect(await panel.field('Website title').inputValue()).toBe('Mine');
    await panel.page.unroute('**/api/admin/**');
    fake.savedByOther('Ilse', { maintenance: true }, { heard: false });
    await panel.button('Reload').click();
    await panel.bar.getByText('Unsaved changes in Website title').waitFor();
    await expect.poll(() => panel.field('Website title').inputValue()).toBe('Mine');
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site).toMatchObject({ title: 'Mine', maintenance: true });
    await panel.page.reload();
    await panel.field('Website title').waitFor();
    expect(await panel.bar.count()).toBe(0);
  });

  it('may have been another account’s time to save, which a reload shows', async () => {
    const fake = new FakePanelServer();
    const panel = await typed(fake);
    await panel.page.route('**/api/admin/**', (route) => route.fulfill({ status: 403, body: '' }));
    await panel.save.click();
    await panel.bar.getByRole('alert').filter({ hasText: SIGN_ON }).waitFor();
    fake.savedByOther('Ilse', { title: 'Theirs' }, { heard: false });
    await panel.page.unroute('**/api/admin/**');
    await panel.page.reload();
    await panel.conflict.getByText('Their website title: Theirs').waitFor();
    await panel.button('Keep mine').click();
    await panel.save.click();
    await panel.bar.getByText('Saved', { exact: true }).waitFor();
    expect(fake.settings.site.title).toBe('Mine');
  });
});
