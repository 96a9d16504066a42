import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageInput, RenderPage } from '#shared/contract/page.ts';

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
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, brotli, gzip: gzipped, etag, policy };
};

/** Renders each form of the page at its first request and keeps it as bytes. */
export const createKeptPages = (
  render: RenderPage,
  input: Omit<PageInput, 'notFound'>,
  policy: string,
): PageSource => {
  const kept = new Map<boolean, Promise<KeptPage>>();
  return {
    get(notFound) {
      const page = kept.get(notFound) ?? keepPage(render({ ...input, notFound }), policy);
      kept.set(notFound, page);
      return page;
    },
  };
};
