import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageInput, RenderPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { etagOf } from './etag.ts';

/** A rendered document in the three forms browsers ask for, with the policy it must be sent with. */
export interface CachedPage {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: string | null;
}

/** Which public page: the one with its "not here" line, the one for who is not held up by maintenance. */
export type PageVariant = Pick<PageInput, 'notFound' | 'passes'>;

/** Gives the public page. */
export interface PageSource {
  get(variant: PageVariant): Promise<CachedPage>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a document once, at full strength, for everybody who will ask for it. */
export const compressPage = async (html: string, policy: string | null): Promise<CachedPage> => {
  const plain = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  // Weak: the three forms share it, and are not equal byte for byte (RFC 9110, 8.8.3.3).
  return { plain, brotli, gzip: gzipped, etag: `W/${etagOf(plain)}`, policy };
};

/**
 * Renders each form of the page at its first request and keeps it as bytes until a setting changes. Requests that come
 * while it is made share the work.
 */
export const createPageCache = (
  render: RenderPage,
  settings: Pick<SiteSettings, 'current'>,
  input: Omit<PageInput, 'site' | keyof PageVariant>,
  policy: string,
): PageSource => {
  const cache = new Map<string, { readonly site: Site; readonly page: Promise<CachedPage> }>();
  const renderPage = async (site: Site, variant: PageVariant): Promise<CachedPage> =>
    compressPage(render({ ...input, ...variant, site }), policy);
  return {
    get(variant) {
      const site = settings.current();
      const name = `${String(variant.notFound)} ${String(variant.passes)}`;
      const cached = cache.get(name);
      // By the settings it was made from, so that one still being made for the old ones is never taken for the new.
      if (cached?.site === site) return cached.page;
      const page = renderPage(site, variant);
      cache.set(name, { site, page });
      page.catch(() => {
        if (cache.get(name)?.page === page) cache.delete(name);
      });
      return page;
    },
  };
};
