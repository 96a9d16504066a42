import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageInput, RenderPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { etagOf } from './etag.ts';

/** A rendered document in the three forms browsers ask for, with the policy it must be sent with. */
export interface KeptPage {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: string | null;
}

/** Gives the public page, or the same page with its "not here" line. */
export interface PageSource {
  get(notFound: boolean): Promise<KeptPage>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a document once, at full strength, for everybody who will ask for it. */
export const keepPage = async (html: string, policy: string | null): Promise<KeptPage> => {
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
export const createKeptPages = (
  render: RenderPage,
  settings: Pick<SiteSettings, 'current'>,
  input: Omit<PageInput, 'site' | 'notFound'>,
  policy: string,
): PageSource => {
  const kept = new Map<boolean, { readonly site: Site; readonly page: Promise<KeptPage> }>();
  const make = async (site: Site, notFound: boolean): Promise<KeptPage> =>
    keepPage(render({ ...input, site, notFound }), policy);
  return {
    get(notFound) {
      const site = settings.current();
      const known = kept.get(notFound);
      // By the settings it was made from, so that one still being made for the old ones is never taken for the new.
      if (known?.site === site) return known.page;
      const page = make(site, notFound);
      kept.set(notFound, { site, page });
      page.catch(() => {
        if (kept.get(notFound)?.page === page) kept.delete(notFound);
      });
      return page;
    },
  };
};
