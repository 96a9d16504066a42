import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PreviewPageInput } from '#shared/contract/page.ts';

/** A page made for one request, with its content security policy (null: none). */
export interface PageOnce {
  readonly html: string;
  readonly policy: string | null;
}

/** Renders the answer to a form of a browser without scripts. */
export type WritePreviewPage = (input: Omit<PreviewPageInput, 'assets' | 'publicUrl'>) => Promise<PageOnce>;

/** Brotli at this level takes about a millisecond for a page; the highest, for pages sent many times, takes fifty. */
const BROTLI_QUALITY = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a page that is sent once. */
export const compressOnce = async (html: string, encoding: 'br' | 'gzip' | null): Promise<Buffer> => {
  const plain = Buffer.from(html);
  if (encoding === 'br')
    return compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return encoding === 'gzip' ? compressGzip(plain) : plain;
};
