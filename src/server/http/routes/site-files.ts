import type { FastifyInstance } from 'fastify';
import type { Site } from '#shared/contract/site.ts';
import { HEAD } from '#shared/section-messages.ts';
import { APP_ICONS, CANVAS_COLORS, MANIFEST_PATH } from '#shared/sharing.ts';
import type { Config } from '../../config/config.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { type CachedResponse, registerCachedResponse } from './cached-response.ts';

interface SiteFile extends Omit<CachedResponse, 'write'> {
  /** Renders the file; `origin` is this site's origin without a trailing slash. */
  readonly write: (site: Site, origin: string) => string;
}

const SITEMAP_PATH = '/sitemap.xml';

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => XML_ENTITIES[sign] ?? sign);

const writeRobots = (_site: Site, origin: string): string => `User-agent: *
Allow: /
Disallow: /admin
Disallow: /api
Disallow: /*?url=

Sitemap: ${origin}${SITEMAP_PATH}
`;

const writeSitemap = ({ updatedAt }: Site, origin: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escapeXml(`${origin}/`)}</loc><lastmod>${updatedAt}</lastmod></url>
<url><loc>${escapeXml(`${origin}/status`)}</loc></url>
</urlset>
`;

const writeManifest = ({ title }: Site): string =>
  JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    description: HEAD.description,
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: CANVAS_COLORS.light,
    theme_color: CANVAS_COLORS.light,
    icons: APP_ICONS.map(({ path, size, purpose }) => ({
      src: path,
      sizes: `${String(size)}x${String(size)}`,
      type: 'image/png',
      purpose,
    })),
    // Apps put the link into any of these three parameters; the page checks all of them.
    share_target: { action: '/', method: 'GET', params: { title: 'st', text: 'tx', url: 'url' } },
  });

const FILES: readonly SiteFile[] = [
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', write: writeRobots },
  { path: SITEMAP_PATH, type: 'application/xml; charset=utf-8', write: writeSitemap },
  { path: MANIFEST_PATH, type: 'application/manifest+json; charset=utf-8', write: writeManifest },
];

/** Registers `/robots.txt`, `/sitemap.xml` and `/site.webmanifest`, which depend on PUBLIC_URL and the settings. */
export const registerSiteFiles = (
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  settings: Pick<SiteSettings, 'current'>,
): void => {
  for (const { path, type, write } of FILES)
    registerCachedResponse(app, settings, { path, type, write: (site) => write(site, publicUrl) });
};
