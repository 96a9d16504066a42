import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readSignUpMode } from '../../../src/server/people/account-rows.ts';
import { faultLink } from '../../mock-platforms/faults.ts';
import { launchBrowser } from '../browser.ts';
import { type InProcessProduct, startInProcessProduct } from '../in-process-product.ts';
import { enterPanel, PASSWORD } from '../pages/panel-entrance.ts';
import type { PanelPage } from '../pages/panel-page.ts';
import { PublicPage } from '../pages/public-page.ts';

let browser: Browser;
let product: InProcessProduct;
let owner: PanelPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startInProcessProduct()]);
  owner = await enterPanel(browser, product, 'Olga', { path: '/admin/accounts' });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

// A notice under the mouse stays, and would cover the buttons of the next test.
beforeEach(() => owner.page.mouse.move(0, 0));

const waiting = async (name: string): Promise<PanelPage> => {
  const panel = await enterPanel(browser, product, name, { role: 'waiting' });
  onTestFinished(() => panel.context.close());
  await panel.text("Your account is waiting for the owner's approval.").waitFor();
  return panel;
};

/** Presses Approve and confirms, having seen whose account it is. */
const pressApprove = async (name: string): Promise<void> => {
  await owner.button(`Approve: ${name}`).click();
  const dialog = owner.dialog(`Approve ${name}?`);
  await dialog
    .getByText(`${name} (${name.toLowerCase()}@mail.example) can change this site right away.`)
    .waitFor();
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
};

/** Approves a waiting account, whose page then shows the panel. */
const approve = async (name: string, panel: PanelPage): Promise<void> => {
  await pressApprove(name);
  await owner.toasted(`${name} can now use the panel`);
  await panel.heading('Overview').waitFor();
};

const open = async (section: string, heading: string): Promise<void> => {
  await owner.page.goto(`${product.origin}/admin/${section}`);
  await owner.heading(heading).waitFor();
};

const confirm = (title: string, action: string): Promise<void> =>
  owner.dialog(title).getByRole('button', { name: action, exact: true }).click();

describe('Accounts', () => {
  it('shows waiting accounts while it is open, and approving lets them in without a reload', async () => {
    await owner.text('Nobody is waiting.').waitFor();
    const ada = await waiting('Ada');
    await owner.text('1 waiting').first().waitFor();
    await pressApprove('Ada');
    await owner.toasted('Ada can now use the panel');
    // Without its stream the page would look for the approval only after 45 seconds.
    await ada.heading('Overview').waitFor({ timeout: 5_000 });
    await ada.toasted('Your account was approved');
    await owner.text('Nobody is waiting.').waitFor();
    await owner.untilFocused('Waiting for your approval');
  });

  it('lets an account in that was approved while its browser was offline', async () => {
    const noor = await waiting('Noor');
    await noor.context.setOffline(true);
    await pressApprove('Noor');
    await owner.toasted('Noor can now use the panel');
    await noor.context.setOffline(false);
    await noor.heading('Overview').waitFor();
  });

  it('takes access away from an open panel at once', async () => {
    const bela = await waiting('Bela');
    await approve('Bela', bela);
    await owner.button('Revoke access: Bela').click();
    await confirm('Revoke access for Bela?', 'Revoke access');
    await owner.toasted('Bela needs approval again');
    await bela.heading('Access withdrawn').waitFor();
    await bela.text("Your account is waiting for the owner's approval.").waitFor();
    expect(await bela.page.evaluate(async () => (await fetch('/api/admin/settings')).status)).toBe(403);
  });

  it('signs an account out of every browser, after a confirmation, by keyboard', async () => {
    const ines = await waiting('Ines');
    await approve('Ines', ines);
    await owner.button('Sign out everywhere: Ines').focus();
    await owner.page.keyboard.press('Enter');
    await owner.dialog('Sign Ines out everywhere?').waitFor();
    await owner.untilFocused('Cancel');
    await owner.page.keyboard.press('Tab');
    await owner.page.keyboard.press('Enter');
    await owner.toasted('Ines was signed out everywhere');
    await owner.untilFocused('Sign out everywhere: Ines');
    await ines.heading('Sign in').waitFor();
  });

  it('asks for confirmation before it declines, and Escape cancels', async () => {
    const carl = await waiting('Carl');
    await owner.button('Decline: Carl').click();
    await owner.dialog('Decline Carl?').waitFor();
    await owner.page.keyboard.press('Escape');
    await expect.poll(() => owner.dialog('Decline Carl?').count()).toBe(0);
    await owner.untilFocused('Decline: Carl');
    await owner.page.keyboard.press('Enter');
    await confirm('Decline Carl?', 'Decline');
    await owner.toasted('Carl was declined');
    await carl.heading('Sign in').waitFor();
    await carl.text('Your request was not approved, and your account no longer exists.').waitFor();
  });

  it('removes an account and ends its panel', async () => {
    const dora = await waiting('Dora');
    await approve('Dora', dora);
    await owner.button('Remove: Dora').click();
    await confirm('Remove Dora?', 'Remove');
    await owner.toasted('Dora was removed');
    await owner.untilFocused('Accounts');
    await dora.heading('Sign in').waitFor();
    await dora.text('The owner has removed your account. It no longer exists.').waitFor();
  });

  it('sets who may sign up, and shows where the current setting comes from', async () => {
    await owner.text('This is the default until you choose here.').waitFor();
    const mode = async () =>
      (await readSignUpMode(product.database.query, { signUp: 'approval', isSignUpGiven: false })).mode;
    const radio = (name: RegExp) => owner.page.getByRole('radio', { name });
    const change = owner.button('Change sign-ups');
    // The arrow keys pass through "Open" on the way to "Closed", and save nothing.
    await radio(/^With approval/u).focus();
    await owner.page.keyboard.press('ArrowDown');
    await owner.page.keyboard.press('ArrowDown');
    expect(await radio(/^Closed/u).isChecked()).toBe(true);
    expect(await radio(/^Closed/u).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await mode()).toBe('approval');
    // Opening the site to strangers is confirmed, and Escape leaves all as it was.
    await radio(/^Open/u).check();
    await change.click();
    await owner.dialog('Open sign-ups?').waitFor();
    await owner.page.keyboard.press('Escape');
    await owner.untilFocused('Change sign-ups');
    expect(await mode()).toBe('approval');
    await change.click();
    await confirm('Open sign-ups?', 'Open sign-ups');
    await owner.toasted('Sign-ups changed');
    await owner.untilFocused('Change sign-ups');
    expect(await mode()).toBe('open');
    await radio(/^Closed/u).check();
    await change.click();
    await expect.poll(mode).toBe('closed');
    // A choice that was made elsewhere replaces one that is not saved.
    await radio(/^Open/u).check();
    await owner.context.request.put(`${product.origin}/api/admin/sign-up`, {
      headers: { origin: product.origin },
      data: { mode: 'approval' },
    });
    await expect.poll(() => radio(/^With approval/u).isChecked()).toBe(true);
    await radio(/^Closed/u).check();
    await change.click();
    await expect.poll(mode).toBe('closed');
    const answer = await owner.context.request.post(`${product.origin}/api/auth/sign-up`, {
      headers: { origin: product.origin },
      data: { name: 'Late', email: 'late@mail.example', password: PASSWORD },
    });
    expect(answer.status()).toBe(403);
    await radio(/^With approval/u).check();
    await change.click();
    await expect.poll(mode).toBe('approval');
  });

  it('changes the password, which signs out every other browser', async () => {
    const other = await browser.newContext();
    onTestFinished(() => other.close());
    await other.request.post(`${product.origin}/api/auth/sign-in`, {
      headers: { origin: product.origin },
      data: { email: 'olga@mail.example', password: PASSWORD },
    });
    await open('accounts', 'Accounts');
    await owner.button('Change password').click();
    await owner.text('Enter your current password').waitFor();
    await owner.untilFocused('Current password');
    await owner.field('Current password').fill('wrong one entirely');
    await owner.field('New password').fill('short');
    await owner.button('Change password').click();
    await owner.text('Password must be at least 6 characters').waitFor();
    await owner.field('New password').fill('green kettle 43');
    await owner.field('Repeat new password').fill('green kettle 44');
    await owner.button('Change password').click();
    await owner.text('Passwords do not match').waitFor();
    await owner.field('Repeat new password').fill('green kettle 43');
    await owner.button('Change password').click();
    await owner.text('Incorrect password.').waitFor();
    await owner.untilFocused('Current password');
    await owner.field('Current password').fill(PASSWORD);
    await owner.button('Change password').click();
    await owner.toasted('Password changed');
    await expect.poll(() => owner.field('Current password').inputValue()).toBe('');
    const state = await (await other.request.get(`${product.origin}/api/auth/session`)).json();
    expect(state).toMatchObject({ account: null });
  });

  it("lists the account's sessions, and signs one out", async () => {
    const phone = await browser.newContext({
      userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    });
    onTestFinished(() => phone.close());
    await phone.request.post(`${product.origin}/api/auth/sign-in`, {
      headers: { origin: product.origin },
      data: { email: 'olga@mail.example', password: 'green kettle 43' },
    });
    await open('accounts', 'Accounts');
    await owner.text('This browser').waitFor();
    await owner.button('Sign out Firefox on Android').click();
    await owner.toasted('Browser signed out');
    await expect.poll(() => owner.text('Firefox on Android').count()).toBe(0);
    const state = await (await phone.request.get(`${product.origin}/api/auth/session`)).json();
    expect(state).toMatchObject({ account: null });
  });

  it('hands the site over, only with the password', async () => {
    const emil = await waiting('Emil');
    await approve('Emil', emil);
    await owner.button('Make owner: Emil').click();
    const dialog = owner.dialog('Make Emil the owner?');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.getByText('Enter your password').waitFor();
    await owner.untilFocused('Your password');
    const right = (element: Element) => element.getBoundingClientRect().right;
    const [button, input] = await Promise.all([
      dialog.getByRole('button', { name: 'Make owner' }).evaluate(right),
      dialog.getByLabel('Show password').evaluate(right),
    ]);
    expect(Math.abs(button - input)).toBeLessThan(12);
    await dialog.getByLabel('Your password').fill('not it');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.getByText('Incorrect password.').waitFor();
    await owner.untilFocused('Your password');
    await dialog.getByLabel('Your password').fill('green kettle 43');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await owner.toasted('Emil is now the owner');
    await owner.text('Manage how you sign in. The owner manages the other accounts.').waitFor();
    await emil.page.goto(`${product.origin}/admin/accounts`);
    await emil.button('Make owner: Olga').waitFor();
  });

  it('reports that the accounts cannot be loaded, and retries', async () => {
    const page = await enterPanel(browser, product, 'Fritz', { role: 'waiting' });
    onTestFinished(() => page.context.close());
    await page.page.route('**/api/auth/session', (route) =>
      route.fulfill({
        json: {
          account: { id: 'x', name: 'Fritz', email: 'f@mail.example', role: 'owner' },
          signUp: 'approval',
          ownerless: false,
        },
      }),
    );
    await page.page.route('**/api/admin/**', (route) => route.abort());
    await page.page.goto(`${product.origin}/admin/accounts`);
    await page.page.getByRole('alert').filter({ hasText: 'The accounts could not be loaded.' }).waitFor();
    await page.button('Try again').first().waitFor();
  });
});

describe('Activity', () => {
  it('lists who did what, newest first, and updates while it is open', async () => {
    await open('activity', 'Activity');
    const entries = owner.page.getByRole('listitem');
    await entries.filter({ hasText: 'You made Emil the owner' }).waitFor();
    await entries.filter({ hasText: 'You approved Ada' }).waitFor();
    await entries.filter({ hasText: 'You signed Ines out of every browser' }).waitFor();
    await entries.filter({ hasText: 'You became the owner' }).waitFor();
    await owner.context.request.patch(`${product.origin}/api/admin/settings`, {
      headers: { origin: product.origin },
      data: {
        revision: product.settings.current().revision,
        change: { title: 'Clip Larder' },
      },
    });
    const saved = entries.filter({ hasText: 'You changed the website title' });
    await saved.waitFor();
    await saved.getByText('Savelet', { exact: true }).waitFor();
    await saved.getByText('Clip Larder', { exact: true }).waitFor();
  });
});

describe('Overview', () => {
  it('counts previews and downloads, as bars or as a table', async () => {
    const visit = new PublicPage(await browser.newPage());
    await visit.open(product.origin);
    await visit.submit('https://www.tiktok.com/@mock.user/video/7400000000000000001');
    await visit.card.waitFor();
    await visit.downloadButton().click();
    await visit.saved.waitFor();
    await visit.submit(faultLink('page-gone'));
    await visit.errorHeading.waitFor();
    await visit.page.close();
    await open('overview', 'Overview');
    const figure = (name: string) => owner.page.locator('dl > div').filter({ hasText: name }).locator('dd');
    await expect.poll(() => figure('Previews today').first().innerText()).toBe('2');
    await expect.poll(() => figure('Downloads today').first().innerText()).toBe('1');
    await expect.poll(() => figure('Failures today').nth(1).innerText()).toBe('1 deleted');
    await owner.page.getByRole('img', { name: 'Downloads in the last 30 days: 1 in total.' }).waitFor();
    await owner.button('Show as table').click();
    await owner.page.getByRole('columnheader', { name: 'Downloads' }).waitFor();
    await expect.poll(() => owner.page.getByRole('row').count()).toBe(91);
    await owner.button('Show as chart').click();
    await owner.text('Engine health').waitFor();
    await owner.page
      .getByRole('listitem')
      .filter({ hasText: 'TikTok' })
      .filter({ hasText: 'Works' })
      .first()
      .waitFor();
  });

  it('advises the owner to set TRUST_PROXY once a proxy has forwarded a visitor', async () => {
    await open('overview', 'Overview');
    await owner.page.getByText('Previews today').waitFor();
    expect(await owner.text('Set TRUST_PROXY').count()).toBe(0);
    await fetch(product.origin, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    await open('overview', 'Overview');
    await owner.text('Set TRUST_PROXY').waitFor();
    await owner.page.getByRole('status').filter({ hasText: 'count as one network' }).waitFor();
  });

  it('reports that the status cannot be read, and hides the old one', async () => {
    await open('overview', 'Overview');
    const downloads = owner.page.getByRole('listitem').filter({ hasText: 'Downloads' });
    await downloads.getByText('Works').waitFor();
    // No test posts are chosen.
    expect(await owner.page.getByText('Last check').count()).toBe(0);
    await owner.page.route('**/api/status', (route) => route.abort());
    onTestFinished(() => owner.page.unroute('**/api/status'));
    await open('overview', 'Overview');
    await owner.page.getByText("We can't check right now.").waitFor();
    expect(await downloads.count()).toBe(0);
    expect(await owner.page.getByText('Not used yet').count()).toBe(0);
  });
});
