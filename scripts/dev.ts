/**
 * `npm run dev`: runs the whole product with hot reload and without internet access. The mock platforms are used through
 * UPSTREAM_ROUTES, as in the tests; Vite serves the browser code.
 */
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { createServer as createVite } from 'vite';
import { textPagePath } from '#shared/contract/legal-texts.ts';
import type { PageAssets, PageInput, PageRenderers } from '#shared/contract/page.ts';
import { createApp } from '../src/server/app.ts';
import { loadMasterSecret } from '../src/server/base/config/master-secret.ts';
import { readConfig } from '../src/server/base/config/read-config.ts';
import { createLogger } from '../src/server/base/observability/logger.ts';
import type { BuiltPages } from '../src/server/site/pages/built-pages.ts';
import { compressPage } from '../src/server/site/pages/page-cache.ts';
import { startMockPlatforms } from '../tests/mock-platforms/mock-platforms.ts';
import { mockPosts } from '../tests/mock-platforms/posts.ts';
import { answerStateMedia } from '../tests/states/state-media.ts';
import {
  isStatesPath,
  STATES_CATALOGUE,
  STATES_ENTRY,
  type StatePageInput,
  statePage,
} from '../tests/states/state-page.ts';
import { STATES_PATH } from '../tests/states/story-boot.ts';

/** Matches the paths that our own server answers. All other requests go to Vite first. */
const OWN_PATH =
  /^\/(?:api\/|service-worker\.js|(?:status|help|legal\/[^?]*|preview|share|admin(?:\/[^?]*)?)?(?:\?|$))/u;

const ROOT = path.resolve(import.meta.dirname, '..');
/** Scripts that import the styles of the public page and of the pages that only the server renders. */
const STYLED_SCRIPTS = ['src/web/pages/public/hydrate-page.tsx', 'src/web/styles/server-styles.ts'];
const PAGE_SCRIPTS = ['src/web/capture.ts', ...STYLED_SCRIPTS, 'src/web/public.tsx'];

/** Returns the source files that Vite serves for a page, without integrity values, because the files change during development. */
const devAssets = (...scripts: string[]): PageAssets => ({
  themeScript: { src: '/src/web/theme.ts', integrity: '' },
  scripts: scripts.map((script) => ({ src: `/${script}`, integrity: '' })),
  inlineStyle: null,
  styles: [],
  fonts: [],
});

const mockPlatforms = await startMockPlatforms({ latencyMs: 150 });
const config = readConfig({
  LOG_LEVEL: 'debug',
  UPSTREAM_ROUTES: mockPlatforms.routes,
  PROVIDER_HOST: mockPlatforms.providerHost,
  PROVIDER_API_KEY: mockPlatforms.providerKey,
  ENGINES: 'native,provider,sample',
  ...process.env,
});
const vite = await createVite({ root: ROOT, appType: 'custom', server: { middlewareMode: true } });

const loadRenderers = async (): Promise<PageRenderers> =>
  (await vite.ssrLoadModule('/src/web/render.tsx')) as unknown as PageRenderers;

type Variant = Omit<PageInput, 'assets' | 'publicUrl' | 'previewsPerMinute'>;
const writePage = async (name: 'render' | 'renderPanel', scripts: readonly string[], variant: Variant) => {
  const { publicUrl, allowance } = config;
  const given = { ...variant, publicUrl, previewsPerMinute: allowance.previewsPerMinute };
  const html = (await loadRenderers())[name]({ ...given, assets: devAssets(...scripts) });
  return compressPage(await vite.transformIndexHtml('/', html), null);
};
const renderPage = (variant: Variant) => writePage('render', PAGE_SCRIPTS, variant);
const renderPanel = (variant: Variant) => writePage('renderPanel', ['src/web/panel.tsx'], variant);

/** Adds the scripts that import the styles to a page without scripts, because no style sheet is built in development. */
const withStyles = (path: string, html: string): Promise<string> =>
  vite.transformIndexHtml(
    path,
    html.replace(
      '</head>',
      `${STYLED_SCRIPTS.map((file) => `<script type="module" src="/${file}"></script>`).join('')}</head>`,
    ),
  );
const plainInput = { publicUrl: config.publicUrl, assets: devAssets() };

const writeStatusPage: BuiltPages['writeStatusPage'] = async (site, report, at) => {
  const html = (await loadRenderers()).renderStatus({ ...plainInput, site, report, at });
  return compressPage(await withStyles('/status', html), null);
};

const writeTextPage: BuiltPages['writeTextPage'] = async (site, page, ownText) => {
  const html = (await loadRenderers()).renderText({ ...plainInput, site, page, ownText });
  return compressPage(await withStyles(textPagePath(page), html), null);
};

const writePreviewPage: BuiltPages['writePreviewPage'] = async (input) => {
  const html = (await loadRenderers()).renderPreview({ ...input, ...plainInput });
  return { html: await withStyles('/preview', html), policy: null };
};

/** Answers requests for page states and their media (CONTRIBUTING.md, "States"). Resolves to false for any other path. */
const answerStates = async (
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<boolean> => {
  if (await answerStateMedia(request, response)) return true;
  if (!isStatesPath(request.url ?? '')) return false;
  const [{ render }, { CATALOGUE: stories }] = await Promise.all([
    loadRenderers(),
    vite.ssrLoadModule(`/${STATES_CATALOGUE}`) as Promise<{ CATALOGUE: StatePageInput['stories'] }>,
  ]);
  const url = new URL(request.url ?? '/', config.publicUrl);
  const html = statePage({ url, assets: devAssets(STATES_ENTRY), render, stories });
  if (html === null) return false;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(await vite.transformIndexHtml(STATES_PATH, html));
  return true;
};

const { server, accounts } = await createApp({
  config,
  log: createLogger(config.logLevel),
  secret: await loadMasterSecret(config),
  builtAt: new Date(),
  createPublicPages: (settings, samplePost) => ({
    get: (variant) => renderPage({ ...variant, site: settings.current(), samplePost }),
    getWithLink: async (addressLink, variant) => {
      const given = { ...variant, site: settings.current(), notFound: false, samplePost, addressLink };
      const { uncompressed: plain, policy } = await renderPage(given);
      return { html: plain.toString(), policy };
    },
  }),
  createPanelPages: (settings) => ({
    get: (variant) => renderPanel({ ...variant, site: settings.current() }),
  }),
  writeStatusPage,
  writePreviewPage,
  writeTextPage,
  // Also replaces one that a build registered.
  writeServiceWorker: () => '',
  clientDir: null,
  panelDir: null,
  serverFactory: (handler) =>
    http.createServer((request, response) => {
      const isOwnPath = OWN_PATH.test(request.url ?? '');
      const forward = () => {
        if (isOwnPath) handler(request, response);
        else vite.middlewares(request, response, () => handler(request, response));
      };
      answerStates(request, response).then(
        (answered) => answered || forward(),
        (fault: unknown) => {
          console.error(fault);
          response.writeHead(500).end('See the terminal for the error.');
        },
      );
    }),
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.allSettled([server.close(), vite.close(), mockPlatforms.close()]).then(() =>
      process.exit(0),
    );
  });
}

const address = await server.listen({ host: config.host, port: config.port });
console.log(`\nSavelet (development) is ready at ${address}. Links to try:`);
console.log(`  every state of the page: ${address}${STATES_PATH}`);
const setupCode = await accounts.issueSetupCode();
if (setupCode !== null)
  console.log(`  the owner's account: ${address}/admin/signup?setup=${encodeURIComponent(setupCode)}`);
for (const post of mockPosts) console.log(`  ${post.name}: ${post.links[0] ?? ''}`);
