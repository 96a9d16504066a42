import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PublicPage } from '../e2e/pages/public-page.ts';
import { addressOf } from '../mock-platforms/cdn-address.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { type ProvidedProduct, startProvidedProduct, video } from './scripted-provider.ts';

/** Click on a link by which the page left a file to the platform. */
interface FollowedLink {
  readonly href: string;
  readonly target: string;
  readonly rel: string;
  readonly referrerPolicy: string;
  readonly hasDownload: boolean;
}

/** Value of the progress bar, and milliseconds since the first one. */
interface ShownPercent {
  readonly percent: number;
  readonly at: number;
}

interface Recorded {
  readonly followed: readonly FollowedLink[];
  readonly percents: readonly ShownPercent[];
}

/** A page with direct delivery that records how it saves files. */
export interface DirectPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly visit: PublicPage;
  /** Addresses that the browser requested from other origins, in any tab, with the Referer it sent. */
  readonly foreign: { readonly url: URL; readonly referer: string | undefined }[];
  recorded(): Promise<Recorded>;
  /** Opens a post and waits for its Download button. */
  ready(link: string): Promise<void>;
}

/** The product with DELIVERY=direct. */
export const startDirectProduct = (): Promise<ProvidedProduct> =>
  startProvidedProduct({ DELIVERY: 'direct' });

/** A file on the delivery network of platform A, as a medium of a provider's answer. */
export const platformFile = (): object => {
  const [file] = mockPosts.find(({ name }) => name === 'instagram reel')?.items[0]?.provided ?? [];
  if (file === undefined) throw new Error('the mock platforms have no reel');
  return video('a', { url: addressOf(file, 1) });
};

/** Opens the public page. The platform's servers are unreachable from the test's browser; that they were asked is what counts. */
export const openDirectPage = async (browser: Browser, product: ProvidedProduct): Promise<DirectPage> => {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  const visit = new PublicPage(page);
  const foreign: DirectPage['foreign'] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== product.origin)
      foreign.push({ url, referer: request.headers()['referer'] });
  });
  await page.addInitScript(() => {
    const followed: FollowedLink[] = [];
    const percents: ShownPercent[] = [];
    Object.assign(globalThis, { recorded: { followed, percents } });
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function record(this: HTMLAnchorElement) {
      const { href, target, rel, referrerPolicy } = this;
      followed.push({ href, target, rel, referrerPolicy, hasDownload: this.hasAttribute('download') });
      click.call(this);
    };
    let first = 0;
    new MutationObserver(() => {
      const now = document.querySelector('[data-testid="download"] [role="progressbar"]');
      const percent = now?.getAttribute('aria-valuenow') ?? null;
      if (percent === null) return;
      if (percents.length === 0) first = performance.now();
      if (percents.at(-1)?.percent !== Number(percent))
        percents.push({ percent: Number(percent), at: performance.now() - first });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await visit.open(product.origin);
  return {
    context,
    page,
    visit,
    foreign,
    recorded: () => page.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded),
    async ready(link) {
      await visit.submit(link);
      await visit.downloadButton().waitFor();
    },
  };
};
