import { launchBrowser } from '../browser.ts';
import { callText, type EnginePage, type Plain } from '../browsers/engine.ts';

/** Opens a page of Chromium in the form in which tests drive the other browsers, as far as scripts need it. */
export async function openChromiumPage() {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const opened: Pick<EnginePage, 'load' | 'run'> = {
    load: async (url) => void (await page.goto(url)),
    run: async (script, ...args) =>
      JSON.parse((await page.evaluate(callText(script, args as readonly Plain[]))) as string),
  };
  return { page: opened, close: () => browser.close() };
}
