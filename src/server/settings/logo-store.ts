import { createHash } from 'node:crypto';
import type { StoredLogo } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import type { Database } from '../db/database.ts';
import { insertLogo, logoBytes } from './logo-rows.ts';
import { createPictureProcessor, type Redraw } from './picture/picture-processor.ts';

export type AddedLogo =
  | { readonly ok: true; readonly logo: StoredLogo }
  | { readonly ok: false; readonly code: 'logo_invalid' | 'logo_too_large' };

/** The logos of this installation, each under the SHA-256 of its bytes. */
export interface LogoStore {
  /** Draws an uploaded picture anew and keeps that: nothing of what was sent is ever served. */
  add(sent: Buffer): Promise<AddedLogo>;
  /** The bytes of a kept logo with their media type, null when there is none of this hash. */
  find(hash: string): Promise<{ readonly bytes: Uint8Array; readonly type: string } | null>;
}

/** Opens the store. `redraw` is how pictures are drawn, `now` the time of an upload. */
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
