/**
 * `npm run dev`: the whole product with hot reload and no internet. The stand-in upstream plays the platforms through
 * UPSTREAM_ROUTES, exactly as in the tests; Vite serves the browser code.
 */
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { createServer as createVite } from 'vite';
import type { PageAssets, RenderPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { createApp } from '../src/server/app.ts';
import { masterSecret } from '../src/server/config/master-secret.ts';
import { readConfig } from '../src/server/config/read-config.ts';
import { keepPage } from '../src/server/http/kept-pages.ts';
import { createLogger } from '../src/server/observability/logger.ts';
import { standInPosts } from '../tests/stand-in/posts.ts';
import { startStandIn } from '../tests/stand-in/stand-in.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Source files as Vite serves them; without integrity, because they change while one works. */
const DEV_ASSETS: PageAssets = {
  themeScript: { src: '/src/web/theme.ts', integrity: '' },
  scripts: [{ src: '/src/web/public.tsx', integrity: '' }],
  styles: [],
  fonts: [],
};

const standIn = await startStandIn({ latencyMs: 150 });
const config = readConfig({
  LOG_LEVEL: 'debug',
  UPSTREAM_ROUTES: standIn.routes,
  PROVIDER_HOST: standIn.providerHost,
  PROVIDER_API_KEY: standIn.providerKey,
  ENGINES: 'native,provider,sample',
  ...process.env,
});
const vite = await createVite({ root: ROOT, appType: 'custom', server: { middlewareMode: true } });

const renderPage = async (site: Site, notFound: boolean) => {
  const { render } = (await vite.ssrLoadModule('/src/web/render.tsx')) as { render: RenderPage };
  const html = render({ site, assets: DEV_ASSETS, publicUrl: config.publicUrl, notFound });
  return keepPage(await vite.transformIndexHtml('/', html), null);
};

const { server } = await createApp({
  config,
  log: createLogger(config.logLevel),
  secret: await masterSecret(config),
  builtAt: new Date(),
  pages: (settings) => ({ get: (notFound) => renderPage(settings.current(), notFound) }),
  clientDir: null,
  serverFactory: (handler) =>
    http.createServer((request, response) => {
      const own = request.url?.startsWith('/api/') === true || request.url?.split('?')[0] === '/';
      if (own) handler(request, response);
      else vite.middlewares(request, response, () => handler(request, response));
    }),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.allSettled([server.close(), vite.close(), standIn.close()]).then(() => process.exit(0));
  });
}

const address = await server.listen({ host: config.host, port: config.port });
console.log(`\nSavelet (development) is ready at ${address}. Links to try:`);
for (const post of standInPosts) console.log(`  ${post.name}: ${post.links[0] ?? ''}`);
