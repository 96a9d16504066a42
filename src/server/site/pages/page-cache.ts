import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageInput, RenderPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { etagOf } from '../../http/etag.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

/** Rendered page, uncompressed and in two encodings, with its content security policy (null: none). */
export interface CachedPage {
  readonly uncompressed: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: string | null;
}

/** Page that was rendered for one request and is not cached, with its content security policy (null: none). */
export interface UncachedPage {
  readonly html: string;
  readonly policy: string | null;
}

/**
 * Variant of a page: with the message for an unknown path (`notFound`), and for an account that may use the site during maintenance
 * (`bypassesMaintenance`).
 */
export interface PageVariant extends Pick<PageInput, 'notFound' | 'bypassesMaintenance'> {
  /**
   * True for an address that may tell what the visitor wants: browsers send it as the Referer of pictures and fonts that a
   * style sheet in the document names, whatever the policy, so the page loads its style sheets as files.
   */
  readonly isPrivateAddress?: boolean;
}

export interface PageSource {
  get(variant: PageVariant): Promise<CachedPage>;
}

export interface PublicPageSource extends PageSource {
  /**
   * Returns the page for an address that contains a link, or for a shared text (contract/page.ts, `addressLink`). Every link has its own
   * page, which is not stored.
   */
  getWithLink(
    link: string,
    variant: Pick<PageInput, 'bypassesMaintenance' | 'isShared'>,
  ): Promise<UncachedPage>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a page once, at the highest level, because it is sent many times. */
export const compressPage = async (html: string, policy: string | null): Promise<CachedPage> => {
  const plain = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    compressGzip(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  // Weak ETag: the three encodings share it although their bytes differ (RFC 9110, 8.8.3.3).
  return { uncompressed: plain, brotli, gzip: gzipped, etag: `W/${etagOf(plain)}`, policy };
};

/**
 * Brotli level for a page that is sent once. It takes about a millisecond; the highest level, which is for pages sent many times, takes
 * fifty.
 */
const UNCACHED_QUALITY = 4;

/** Compresses a page that is sent once; `encoding` null leaves it uncompressed. */
export const compressUncachedPage = async (html: string, encoding: 'br' | 'gzip' | null): Promise<Buffer> => {
  if (encoding === 'br')
    return compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: UNCACHED_QUALITY } });
  return encoding === 'gzip' ? compressGzip(html) : Buffer.from(html);
};

/**
 * Creates a cache that renders each page on its first request and keeps it while everything that it is made from (`basis`) is the same,
 * compared by identity. Concurrent requests share one rendering; a failed one is not kept.
 */
export const createRenderingCache = () => {
  const cache = new Map<string, { readonly basis: readonly unknown[]; readonly page: Promise<CachedPage> }>();
  return (
    name: string,
    basis: readonly unknown[],
    render: () => Promise<CachedPage>,
  ): Promise<CachedPage> => {
    const cached = cache.get(name);
    // So that a rendering of old settings is never served for new ones.
    if (cached?.basis.every((part, index) => part === basis[index])) return cached.page;
    const page = render();
    cache.set(name, { basis, page });
    page.catch(() => {
      if (cache.get(name)?.page === page) cache.delete(name);
    });
    return page;
  };
};

/**
 * Creates the source of a page. Each variant is rendered once and kept until a setting changes. `policyOf` returns the content security
 * policy for the files of the page.
 */
export const createPageCache = (
  render: RenderPage,
  settings: Pick<SiteSettings, 'current'>,
  {
    assets,
    linkedAssets = assets,
    ...input
  }: Omit<PageInput, 'site' | 'addressLink' | 'isShared' | keyof PageVariant> & {
    /** The same files with the styles as files; absent: `assets`. */
    readonly linkedAssets?: PageInput['assets'];
  },
  policyOf: (assets: PageInput['assets']) => string,
): PublicPageSource => {
  // Rendering takes ten times as long as replacing a mark, and anyone can request any number of links.
  const mark = `link-${randomUUID()}`;
  const marked = new Map<string, { readonly site: Site; readonly html: string }>();
  const rendered = createRenderingCache();
  const renderPage = async (
    site: Site,
    { isPrivateAddress = false, ...variant }: PageVariant,
  ): Promise<CachedPage> => {
    const used = isPrivateAddress ? linkedAssets : assets;
    return compressPage(render({ ...input, ...variant, assets: used, site }), policyOf(used));
  };
  return {
    get(variant) {
      const site = settings.current();
      const { notFound, bypassesMaintenance, isPrivateAddress = false } = variant;
      const name = [notFound, bypassesMaintenance, isPrivateAddress].join(' ');
      return rendered(name, [site], () => renderPage(site, variant));
    },
    async getWithLink(link, { bypassesMaintenance, isShared = false }) {
      const site = settings.current();
      const name = [bypassesMaintenance, isShared].join(' ');
      let page = marked.get(name);
      if (page?.site !== site) {
        const variant = { notFound: false, bypassesMaintenance, isShared, addressLink: mark };
        page = { site, html: render({ ...input, ...variant, assets: linkedAssets, site }) };
        marked.set(name, page);
      }
      return { html: page.html.replaceAll(mark, () => escapeHtml(link)), policy: policyOf(linkedAssets) };
    },
  };
};
