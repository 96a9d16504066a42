import { LANGUAGE } from '#messages/language.ts';
import { pageHead } from '#messages/page-head.ts';
import { TEXT_PAGES, textPagePath } from '#shared/contract/legal-texts.ts';
import { type Site, siteSchema } from '#shared/contract/site.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text } from '#shared/messages/text.ts';
import { APP_ICONS, CANVAS_COLORS, iconPath, MANIFEST_PATH, TOUCH_ICON_PATH } from '#shared/sharing.ts';
import type { Config } from '../../base/config/config.ts';
import { etagOf, sendTagged } from '../../http/etag.ts';
import { type AnswerSchema, bytesOf, emptyAnswer, type HttpServer } from '../../http/route-schema.ts';
import { API_POLICY } from '../../http/security-headers.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

/** A text derived from the settings. */
interface SiteText {
  readonly path: string;
  readonly summary: string;
  readonly type: string;
  /** Schema of a text that is JSON; absent: the text has none. */
  readonly answer?: AnswerSchema;
  /** Renders the text; `origin` is this site's origin without a trailing slash. */
  readonly write: (site: Site, origin: string) => string;
}

const SITEMAP_PATH = '/sitemap.xml';

const writeRobots = (_site: Site, origin: string): string => `User-agent: *
Allow: /
Disallow: /admin
Disallow: /api
Disallow: /*?url=

Sitemap: ${origin}${SITEMAP_PATH}
`;

const writeSitemap = ({ updatedAt }: Site, origin: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${escapeHtml(`${origin}/`)}</loc><lastmod>${updatedAt}</lastmod></url>
${['/status', ...TEXT_PAGES.map(textPagePath)].map((path) => `<url><loc>${escapeHtml(`${origin}${path}`)}</loc></url>`).join('\n')}
</urlset>
`;

const writeManifest = ({ title, logoPath }: Site): string =>
  JSON.stringify({
    id: '/',
    name: title,
    short_name: title,
    description: text(pageHead, 'description'),
    lang: LANGUAGE,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: CANVAS_COLORS.light,
    theme_color: CANVAS_COLORS.light,
    icons: APP_ICONS.map(({ path, size, purpose }) => ({
      src: iconPath(logoPath, path),
      sizes: `${String(size)}x${String(size)}`,
      type: 'image/png',
      purpose,
    })),
    // Apps put the link into any of these three parameters; the page checks all of them.
    share_target: { action: '/', method: 'GET', params: { title: 'st', text: 'tx', url: 'url' } },
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
 * Registers `/api/site` (the public settings), `/robots.txt`, `/sitemap.xml` and `/site.webmanifest`. Each is rendered
 * once per revision; a client with a current copy gets 304. `/favicon.ico`, which programs request that read no page, leads to the icon.
 */
export const registerSiteRoutes = (
  app: HttpServer,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  settings: Pick<SiteSettings, 'current'>,
): void => {
  for (const { path, summary, type, answer = bytesOf(type), write } of TEXTS) {
    const createEntry = (site: Site) => {
      const body = write(site, publicUrl);
      return { site, type: `${type}; charset=utf-8`, body, etag: etagOf(body) };
    };
    let cached = createEntry(settings.current());
    app.get(
      path,
      { schema: { summary, response: { 200: answer, 304: emptyAnswer } } },
      async (request, reply) => {
        if (cached.site !== settings.current()) cached = createEntry(settings.current());
        reply.header('content-security-policy', API_POLICY);
        return sendTagged(cached, request, reply);
      },
    );
  }
  app.get(
    '/favicon.ico',
    { schema: { summary: 'Leads to the icon of the site', response: { 302: emptyAnswer } } },
    async (_request, reply) =>
      reply
        .headers({ 'content-security-policy': API_POLICY, 'cache-control': 'public, max-age=3600' })
        .redirect(iconPath(settings.current().logoPath, TOUCH_ICON_PATH)),
  );
};
