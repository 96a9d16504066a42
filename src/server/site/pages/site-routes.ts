import { LANGUAGE } from '#messages/language.ts';
import { pageHead } from '#messages/page-head.ts';
import { TEXT_PAGES, textPagePath } from '#shared/contract/legal-texts.ts';
import { type Site, siteSchema } from '#shared/contract/site.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import {
  APP_ICONS,
  CANVAS_COLORS,
  MANIFEST_PATH,
  SERVICE_WORKER_PATH,
  SHARE_PATH,
  TOUCH_ICON_PATH,
} from '#shared/sharing.ts';
import type { SiteAddress } from '../../http/cookies.ts';
import { etagOf, sendTagged } from '../../http/etag.ts';
import {
  type AnswerSchema,
  bytesOf,
  emptyAnswer,
  type HttpServer,
  routeOf,
} from '../../http/route-schema.ts';
import { API_POLICY, SERVICE_WORKER_POLICY } from '../../http/security-headers.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { BuiltPages } from './built-pages.ts';

/** A text derived from the settings. */
interface SiteText {
  readonly path: string;
  readonly summary: string;
  readonly type: string;
  /** Schema of a JSON text; absent for other texts. */
  readonly answer?: AnswerSchema;
  /** Absent: the policy of the API. */
  readonly policy?: string;
  readonly write: (site: Site, address: SiteAddress) => string;
}

interface SiteRouteParts extends Pick<BuiltPages, 'writeServiceWorker'> {
  readonly settings: Pick<SiteSettings, 'current'>;
}

const SITEMAP_PATH = '/sitemap.xml';

const writeRobots = (_site: Site, { publicUrl, basePath }: SiteAddress): string => `User-agent: *
Allow: ${basePath}/
Disallow: ${basePath}/admin
Disallow: ${basePath}/api
Disallow: ${basePath}/*?url=

Sitemap: ${publicUrl}${SITEMAP_PATH}
`;

const writeSitemap = (
  { updatedAt }: Site,
  { publicUrl }: SiteAddress,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escapeHtml(`${publicUrl}/`)}</loc><lastmod>${updatedAt}</lastmod></url>
${['/status', ...TEXT_PAGES.map(textPagePath)].map((path) => `<url><loc>${escapeHtml(`${publicUrl}${path}`)}</loc></url>`).join('\n')}
</urlset>
`;

/**
 * Returns the address of an icon: the icon that is drawn from the owner's logo, or the built-in icon of the same name if `logoPath` is
 * null.
 */
const iconAddress = (logoPath: string | null, file: string, basePath: string): string =>
  (logoPath ?? basePath) + file;

const writeManifest = ({ title, logoPath }: Site, { basePath }: SiteAddress): string =>
  JSON.stringify({
    id: `${basePath}/`,
    name: title,
    short_name: title,
    description: text(pageHead, 'description'),
    lang: LANGUAGE,
    dir: 'ltr',
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'standalone',
    background_color: CANVAS_COLORS.light,
    theme_color: CANVAS_COLORS.light,
    icons: APP_ICONS.map(({ path, size, purpose }) => ({
      src: iconAddress(logoPath, path, basePath),
      sizes: `${String(size)}x${String(size)}`,
      type: 'image/png',
      purpose,
    })),
    share_target: {
      action: `${basePath}${SHARE_PATH}`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  });

const TEXTS: readonly SiteText[] = [
  {
    path: '/api/site',
    summary: 'Returns the public settings',
    type: 'application/json',
    answer: siteSchema,
    write: (site) => JSON.stringify(site),
  },
  {
    path: '/robots.txt',
    summary: 'Tells crawlers which pages to read',
    type: 'text/plain',
    write: writeRobots,
  },
  {
    path: SITEMAP_PATH,
    summary: 'Lists the pages for crawlers',
    type: 'application/xml',
    write: writeSitemap,
  },
  {
    path: MANIFEST_PATH,
    summary: 'Describes the page as an installable app',
    type: 'application/manifest+json',
    write: writeManifest,
  },
];

/**
 * Registers `/api/site` (the public settings), `/robots.txt`, `/sitemap.xml`, `/site.webmanifest` and the service worker. Each is rendered once per revision; a
 * client with a current copy gets 304. Also registers `/favicon.ico`, which redirects programs that read no page to the icon.
 */
export const registerSiteRoutes = (
  app: HttpServer,
  address: SiteAddress,
  { settings, writeServiceWorker }: SiteRouteParts,
): void => {
  const worker: SiteText = {
    path: SERVICE_WORKER_PATH,
    summary: 'Returns the service worker of the pages',
    type: 'text/javascript',
    policy: SERVICE_WORKER_POLICY,
    write: writeServiceWorker,
  };
  for (const { path, summary, type, answer = bytesOf(type), policy = API_POLICY, write } of [
    ...TEXTS,
    worker,
  ]) {
    const createEntry = (site: Site) => {
      const body = write(site, address);
      return { site, type: `${type}; charset=utf-8`, body, etag: etagOf(body) };
    };
    let cached = createEntry(settings.current());
    app.get(
      path,
      routeOf({}, summary, { response: { 200: answer, 304: emptyAnswer } }),
      async (request, reply) => {
        if (cached.site !== settings.current()) cached = createEntry(settings.current());
        reply.header('content-security-policy', policy);
        return sendTagged(cached, request, reply);
      },
    );
  }
  app.get(
    '/favicon.ico',
    routeOf({}, 'Leads to the icon of the site', { response: { 302: emptyAnswer } }),
    async (_request, reply) =>
      reply
        .headers({ 'content-security-policy': API_POLICY, 'cache-control': 'public, max-age=3600' })
        .redirect(iconAddress(settings.current().logoPath, TOUCH_ICON_PATH, address.basePath)),
  );
};
