import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CLIENT_DIR = 'dist/client';
/** The panel is a build of its own: no part of it is shared with the public page, whose parts it cannot change. */
const PANEL_DIR = 'dist/panel';
/** The environments a browser loads from, by the folder they are built into. */
const BROWSER_DIRS: Readonly<Record<string, string>> = { client: CLIENT_DIR, panel: PANEL_DIR };
const forBrowsers = ({ name }: { name: string }): boolean => name in BROWSER_DIRS;
const COMPRESSIBLE = /\.(?:js|css|svg|txt|json|webmanifest)$/u;
/** Below this a compressed copy saves less than one packet. */
const COMPRESS_FROM_BYTES = 512;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < COMPRESS_FROM_BYTES) return;
  const [br, gz] = await Promise.all([
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzipAsync(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Writes `.br` and `.gz` beside every compressible client file, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: forBrowsers,
    async closeBundle() {
      const entries = await readdir(BROWSER_DIRS[this.environment.name] ?? CLIENT_DIR, {
        recursive: true,
        withFileTypes: true,
      });
      const files = entries
        .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(files.map(compressFile));
    },
  };
}

/** A dynamic import as the bundler writes it. */
const DYNAMIC_IMPORT = /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/gu;

/** Has every dynamic import of the page go through `trustModule` (src/web/lib/trust-module.ts), as the page's policy asks. */
function trustedImports(): Plugin {
  return {
    name: 'trusted-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: forBrowsers,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(
            DYNAMIC_IMPORT,
            'globalThis.trustModule(new URL("$2",import.meta.url).href).then(()=>import("$2"))',
          );
        }
      },
    },
  };
}

/** The module Vite puts before a lazy part that has styles of its own. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/**
 * Loads a part's styles, then the part; a style sheet that did not come is asked for again the next time.
 * Vite's own helper is six times as long for hints and nonces, which this page's policy has no use for.
 */
const LOAD_PART = `
const styles = new Map();
const load = (href) => new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onload = resolve;
  link.onerror = () => {
    styles.delete(href);
    link.remove();
    reject(new TypeError('a style sheet could not be loaded'));
  };
  document.head.append(link);
});
const loadOnce = (file) => {
  const href = '/' + file;
  if (!styles.has(href)) styles.set(href, document.querySelector('link[href="' + href + '"]') ?? load(href));
  return styles.get(href);
};
export const __vitePreload = (part, files = []) =>
  Promise.all(files.filter((file) => file.endsWith('.css')).map(loadOnce)).then(part);
`;

function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? LOAD_PART : null),
  };
}

const NAME_CHARACTERS = 3;

/** A class's name in the built page: its own and a few characters for its file, the same in the browser's and the server's build. */
const shortName = (name: string, file: string): string =>
  `${name}-${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, NAME_CHARACTERS)}`;

/** Names the rules of what only the server renders. */
const KEPT_STYLES = /\/section-styles\.ts$/u;

/** Has the browser's build keep the rules that list names, without their class names: its own components read none of them. */
function keptStyles(): Plugin {
  const kept = new Set<string>();
  return {
    name: 'kept-styles',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    async transform(code, id) {
      if (KEPT_STYLES.test(id))
        for (const [, file = ''] of code.matchAll(/["']([^"']+\.module\.css)["']/gu))
          kept.add((await this.resolve(file, id))?.id ?? '');
      return kept.has(id) ? { code: 'export {};', map: null, moduleSideEffects: 'no-treeshake' } : null;
    },
  };
}

export default defineConfig(({ command, mode }) => ({
  appType: 'custom',
  publicDir: 'src/web/static',
  // Without a page of its own to read, hot reload would find packages one by one and reload under the visitor's hands.
  optimizeDeps: { entries: ['src/web/public.tsx', 'src/web/states.tsx', 'src/web/panel.tsx'] },
  plugins: [react(), smallPreload(), keptStyles(), trustedImports(), precompress()],
  // Only while building: a test runner reads this file too and must keep packages external.
  ...(command === 'build' && {
    css: { modules: { generateScopedName: shortName } },
    environments: {
      client: {
        // React's own connection to its developer tools; production pages do without.
        define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
        build: {
          outDir: CLIENT_DIR,
          manifest: true,
          sourcemap: false,
          assetsInlineLimit: 0,
          // Neither the polyfill nor the hints: 'strict-dynamic' refuses them.
          modulePreload: false,
          rolldownOptions: { input: ['src/web/public.tsx', 'src/web/theme.ts'] },
        },
      },
      panel: {
        consumer: 'client',
        define: {
          __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
          'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? mode : 'production'),
        },
        build: {
          outDir: PANEL_DIR,
          // Served beside the public page's parts.
          assetsDir: 'assets/panel',
          manifest: true,
          sourcemap: false,
          assetsInlineLimit: 0,
          copyPublicDir: false,
          modulePreload: false,
          // One entry, so that it has every shared part in itself: a part it imported would have to be trusted first.
          rolldownOptions: { input: 'src/web/panel.tsx' },
        },
      },
      ssr: {
        // React picks its development or production half by this name; left to run time both would be carried.
        define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? mode : 'production') },
        resolve: { noExternal: true as const },
        build: {
          outDir: 'dist/server',
          // The same addresses as in the browser's build: a glyph written into the page would be refused by the browser.
          assetsInlineLimit: 0,
          copyPublicDir: false,
          sourcemap: false,
          target: 'node24',
          rolldownOptions: {
            input: 'src/web/render.tsx',
            output: { entryFileNames: '[name].js', codeSplitting: false },
          },
        },
      },
    },
    builder: {},
  }),
}));
