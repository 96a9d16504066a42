import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { NAME_FONT_FILE, SHARE_PICTURE } from '#shared/sharing.ts';
import { etagOf, sendTagged } from '../../http/etag.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import type { LogoStore } from '../settings/logo-store.ts';
import { createSharePictureDrawer } from '../settings/picture/picture-processor.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

type NamedSite = Pick<Site, 'title' | 'logoPath'>;

/**
 * Milliseconds after which drawing is tried again if it failed with an error. A picture that the process cannot handle is not tried again.
 */
const RETRY_MS = 60_000;

/**
 * Registers `GET /og.png`: the picture of shared links, with the owner's title and logo. Serves the built-in picture in `clientDir`, the folder
 * of the build, if the owner has set neither or the picture cannot be drawn.
 */
export const registerSharePicture = (
  app: HttpServer,
  clientDir: string,
  { settings, logos }: { settings: Pick<SiteSettings, 'current'>; logos: Pick<LogoStore, 'find'> },
): void => {
  const draw = createSharePictureDrawer();
  const font = path.join(clientDir, NAME_FONT_FILE);
  const drawOver = async (builtIn: Buffer, { title, logoPath }: NamedSite): Promise<Uint8Array> => {
    const logo = logoPath === null ? null : await logos.find(path.basename(logoPath));
    const drawn = await draw(builtIn, { title, logo: logo?.bytes ?? null, fontFile: font });
    if (drawn === null) throw new Error('the process drew no picture');
    return drawn;
  };
  const entryOf = async (site: NamedSite) => {
    const builtIn = await readFile(path.join(clientDir, SHARE_PICTURE.path));
    const isOwn = site.title !== SITE_SETTINGS.title.default || site.logoPath !== null;
    const drawn = isOwn ? drawOver(builtIn, site) : null;
    const body = Buffer.from((await drawn?.catch(giveUp)) ?? builtIn);
    return { type: 'image/png', body, etag: etagOf(body) };
  };
  let last: { readonly key: string; readonly entry: ReturnType<typeof entryOf> } | null = null;
  /** Logs an error of the drawing. The built-in picture is then served for RETRY_MS, because each try starts a process. */
  const giveUp = (err: unknown): null => {
    app.log.error({ err }, 'the picture of shared links could not be drawn');
    setTimeout(() => (last = null), RETRY_MS).unref();
    return null;
  };
  app.get(SHARE_PICTURE.path, async (request, reply) => {
    const site = settings.current();
    const key = `${site.logoPath} ${site.title}`;
    if (last?.key !== key) last = { key, entry: entryOf(site) };
    const entry = await last.entry;
    // The only file that other sites may embed.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendTagged(entry, request, reply);
  });
};
