import { createHash } from 'node:crypto';
import type { StoredPicture } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import { insertLogo, logoBytes } from './logo-rows.ts';
import { createPictureProcessor, type Redraw } from './picture/picture-processor.ts';

export type AddedLogo =
  | { readonly ok: true; readonly logo: StoredPicture }
  | { readonly ok: false; readonly code: 'logo_invalid' | 'logo_too_large' };

/** Stores logos under the SHA-256 hash of their bytes. */
export interface LogoStore {
  /** Re-encodes an uploaded picture and stores the result; the uploaded bytes are never served. */
  add(sent: Buffer): Promise<AddedLogo>;
  /** Returns the bytes and media type of a stored logo, or null if no logo has this hash. */
  find(hash: string): Promise<{ readonly bytes: Uint8Array; readonly type: string } | null>;
}

/** Creates the store. `redraw` re-encodes pictures; `now` returns the upload time in milliseconds since 1970. */
export const createLogoStore = (
  database: Database,
  redraw: Redraw = createPictureProcessor(),
  now: () => number = Date.now,
): LogoStore => ({
  async add(sent) {
    if (sent.length > LOGO_MAX_BYTES) return { ok: false, code: 'logo_too_large' };
    const drawn = await redraw(sent);
    if (drawn === null) return { ok: false, code: 'logo_invalid' };
    const { bytes, type, width, height, thumbnail } = drawn;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await insertLogo(database, {
      ...{ hash, bytes, type, width, height, thumbnail },
      created_at: now(),
    });
    return { ok: true, logo: { hash, width, height, bytes: bytes.length, dataUrl: thumbnail } };
  },
  find: async (hash) => (await logoBytes(database, hash)) ?? null,
});
