import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StoredPicture } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import type { LogoIconName } from '#shared/sharing.ts';
import type { Database } from '../../base/db/database.ts';
import { insertLogo, readLogoBytes } from './logo-rows.ts';
import { createIconDrawer, createPictureProcessor, type Redraw } from './picture/picture-processor.ts';
import type { LogoIcons } from './picture/redraw.ts';

/** Stores logos under the SHA-256 hash of their bytes, and draws their icons. */
export type LogoStore = ReturnType<typeof createLogoStore>;

/** Maximum number of logos whose icons are kept in memory, about a megabyte each. */
const LOGOS_WITH_ICONS_MAX = 4;

/**
 * Creates the function that returns an icon of a logo. The first request for an icon draws all icons of the logo, which are kept for the
 * LOGOS_WITH_ICONS_MAX logos that were requested last.
 */
const createIcons = (database: Database, drawIcons: ReturnType<typeof createIconDrawer>) => {
  const drawn = new LRUCache<string, Promise<LogoIcons | null>>({ max: LOGOS_WITH_ICONS_MAX });
  const draw = async (hash: string): Promise<LogoIcons | null> => {
    const logo = await readLogoBytes(database, hash);
    return logo === undefined ? null : drawIcons(logo.bytes);
  };
  return async (hash: string, name: LogoIconName): Promise<Uint8Array | null> => {
    const icons = drawn.get(hash) ?? draw(hash);
    drawn.set(hash, icons);
    const isDrawn = await icons.then(
      (found) => found !== null,
      () => false,
    );
    // Neither an unknown hash nor a fault is remembered.
    if (!isDrawn && drawn.peek(hash) === icons) drawn.delete(hash);
    return (await icons)?.[name] ?? null;
  };
};

/**
 * Creates the store. `redraw` re-encodes pictures, `drawIcons` draws their icons; `now` returns the upload time in milliseconds
 * since 1970.
 */
export const createLogoStore = (
  database: Database,
  redraw: Redraw = createPictureProcessor(),
  now: () => number = Date.now,
  drawIcons = createIconDrawer(),
) => ({
  /**
   * Re-encodes an uploaded picture, stores the result and returns it as a logo, or the error code of a picture that is too large or cannot
   * be re-encoded. The uploaded bytes are never served. Rejects as `Redraw` does.
   */
  async add(uploadedBytes: Buffer) {
    if (uploadedBytes.length > LOGO_MAX_BYTES) return { ok: false, code: 'logo_too_large' } as const;
    const drawn = await redraw(uploadedBytes);
    if (drawn === null) return { ok: false, code: 'logo_invalid' } as const;
    const { bytes, type, width, height, thumbnail } = drawn;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await insertLogo(database, { hash, bytes, type, width, height, thumbnail, created_at: now() });
    const logo: StoredPicture = { hash, width, height, bytes: bytes.length, dataUrl: thumbnail };
    return { ok: true, logo } as const;
  },
  /** Returns the bytes and media type of a stored logo, or null if no logo has this hash. */
  find: async (hash: string) => (await readLogoBytes(database, hash)) ?? null,
  /** Returns an icon of a stored logo as PNG, or null if no logo has this hash or the icons cannot be drawn. Rejects as `Redraw` does. */
  findIcon: createIcons(database, drawIcons),
});
