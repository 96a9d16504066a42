import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { siteLanguage, translatedFile } from './scripts/run/site-language.mjs';

/** Oldest supported browsers (docs/browsers.md), as Vite names them. */
const TARGET = packageJson.browserslist.map((query) => query.replace(' >= ', '').replace('ios_saf', 'ios'));

const PAGE_ENTRIES = ['public.tsx', 'theme.ts', 'capture.ts', 'service-worker.ts', 'styles/server-styles.ts'];
/**
 * One file with all that the page's code imports: one request, and smaller compressed than several. What starts the page stays outside.
 * React has its own: in one file, the longest task of the start is a third longer.
 */
const PAGE_FILES = [
  { name: 'start', test: /web\/public\.tsx$/, priority: 1 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  { name: 'hydrate-page', test: /hydrate-page\.tsx$/ },
];

/** Resolves `#messages/…` to the language of the site; package.json resolves it to English. */
function siteTexts(): Plugin {
  const root = import.meta.dirname;
  const language = siteLanguage(root);
  return { name: 'site-texts', enforce: 'pre', resolveId: (id) => translatedFile(root, language, id) };
}

const COMPRESSIBLE = '**/*.{js,css,svg,txt,json,webmanifest,wasm}';
/** Smaller files are sent as they are, because that would save less than one packet. */
const COMPRESS_FROM_BYTES = 512;

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESS_FROM_BYTES) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

/** Writes `.br` and `.gz` copies of the browser's files, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    async closeBundle() {
      const { outDir } = this.environment.config.build;
      const files = globSync(COMPRESSIBLE, { cwd: outDir });
      await Promise.all(files.map((file) => compressFile(join(outDir, file))));
    },
  };
}

/** Leaves the styles of the page's first script to the documents, so that the script does not load them again. */
function documentStyles(): Plugin {
  return {
    name: 'document-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const stylesOf = (name: string) => chunks.find((one) => one.name === name)?.viteMetadata?.importedCss;
      for (const file of stylesOf('hydrate-page') ?? []) stylesOf('server-styles')?.add(file);
      stylesOf('hydrate-page')?.clear();
    },
  };
}

export default defineConfig(({ command, mode }) => {
  // React selects its development or production build by this value; undefined, both would be bundled.
  const define = { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? mode : 'production') };
  // The licences of what a build contains, for the release.
  const license = { fileName: '.vite/license.json' };
  const forBrowsers = { target: TARGET, manifest: true, license, assetsInlineLimit: 0 };
  const forServer = { target: 'node24', license, copyPublicDir: false, assetsInlineLimit: 0 };
  return {
    appType: 'custom',
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker/[hash].js' } } },
    publicDir: 'src/web/static',
    // Without an HTML entry, Vite would discover packages one by one and reload the page each time.
    optimizeDeps: { entries: ['src/web/public.tsx', 'tests/states/states.tsx', 'src/web/panel.tsx'] },
    plugins: [react(), siteTexts(), documentStyles(), precompress()],
    // Relative, because the path below which the files will be served is known only at the start of the server.
    experimental: {
      renderBuiltUrl: (url, from) => ({ relative: from.hostType === 'css' || /\.(js|css|wasm)$/.test(url) }),
    },
    // Only for builds: the test runner also reads this file and must keep packages external.
    ...(command === 'build' && {
      builder: {},
      environments: {
        client: {
          build: {
            ...forBrowsers,
            outDir: 'dist/client',
            rolldownOptions: {
              // Keeps what nothing imports: the names in server-styles.ts, and so its styles.
              preserveEntrySignatures: 'exports-only',
              output: { codeSplitting: { groups: PAGE_FILES } },
              input: PAGE_ENTRIES.map((file) => `src/web/${file}`),
            },
          },
        },
        // A build of its own, which shares no file with the public page.
        panel: {
          consumer: 'client',
          define,
          build: {
            ...forBrowsers,
            outDir: 'dist/panel',
            assetsDir: 'assets/panel',
            copyPublicDir: false,
            rolldownOptions: { input: 'src/web/panel.tsx' },
          },
        },
        ssr: {
          define,
          resolve: { noExternal: true as const },
          build: {
            ...forServer,
            outDir: 'dist/server',
            rolldownOptions: {
              input: 'src/web/render.tsx',
              output: { entryFileNames: '[name].js', codeSplitting: false },
            },
          },
        },
        // The server itself, and the commands beside it.
        program: {
          consumer: 'server',
          define,
          resolve: { noExternal: true as const, external: ['sharp'] },
          build: {
            ...forServer,
            outDir: 'dist/program',
            rolldownOptions: {
              input: [
                ...Object.values(packageJson.bin),
                'src/server/site/settings/picture/redraw-program.ts',
              ],
              output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
            },
          },
        },
      },
    }),
  };
});
