import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { InProcessProduct } from '../in-process-product.ts';
import { PanelPage } from './panel-page.ts';

export const PASSWORD = 'blue kettle 42';
const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@mail.example`;

/**
 * Opens the panel in a new browser context, signed in as a newly created account (the owner when `role` says so and
 * there is none), without using the forms, which have their own tests.
 */
export const enterPanel = async (
  browser: Browser,
  product: InProcessProduct,
  name: string,
  { role = 'owner', path = '/admin', options = {} }: EnterOptions = {},
): Promise<PanelPage> => {
  const setupCode = role === 'owner' ? await product.accounts.issueSetupCode() : null;
  const panel = await PanelPage.open(browser, `${product.origin}/robots.txt`, undefined, options);
  const answer = await panel.context.request.post(`${product.origin}/api/auth/sign-up`, {
    headers: { origin: product.origin },
    data: { name, email: emailOf(name), password: PASSWORD, ...(setupCode !== null && { setupCode }) },
  });
  if (!answer.ok()) throw new Error(`${name} could not sign up: ${await answer.text()}`);
  await panel.page.goto(product.origin + path);
  return panel;
};

interface EnterOptions {
  /** 'owner' uses the setup code; 'waiting' signs up as a visitor. */
  readonly role?: 'owner' | 'waiting';
  readonly path?: string;
  readonly options?: BrowserContextOptions;
}
