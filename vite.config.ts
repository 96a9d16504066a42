import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGET } from './scripts/browser-floor/browser-floor.ts';
import { asciiPrograms, keptChecks, SMALL_PROGRAM, UNBUNDLED } from './scripts/program-build.ts';
import { siteLanguage, translatedFile } from './scripts/run/site-language.mjs';

const CLIENT_DIR = 'dist/client';
/** The panel is a separate build, so that it shares no chunk with the public page and cannot change its chunks. */
const PANEL_DIR = 'dist/panel';
/** Output folders of the environments that run in a browser. */
const BROWSER_DIRS: Readonly<Record<string, string>> = { client: CLIENT_DIR, panel: PANEL_DIR };
const isForBrowsers = ({ name }: { name: string }): boolean => name in BROWSER_DIRS;
const COMPRESSIBLE = /\.(?:js|css|svg|txt|json|webmanifest)$/u;
/** Smaller files are not compressed, because that would save less than one packet. */
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

/**
 * Creates a plugin that writes `.br` and `.gz` copies of client files, so that the server never compresses at run time.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: isForBrowsers,
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

/** Matches a dynamic import as the bundler writes it. */
const DYNAMIC_IMPORT = /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/gu;
/** Matches a function that awaits a dynamic import only to return some of its names, as Vite writes it for each import. */
const NAMES_OF_IMPORT =
  /\basync ?\(\) ?=> ?\{\s*(?:let|const) ?(\{[^{}]*\}) ?= ?await (import\([^()]*\));\s*return ?\1;?\s*\}/gu;

/**
 * Creates a plugin that replaces every dynamic import with a call of `importBuilt` (src/web/lib/import-built.ts), as the
 * page's policy requires.
 */
function trustedImports(): Plugin {
  return {
    name: 'trusted-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: isForBrowsers,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code
            .replace(NAMES_OF_IMPORT, '()=>$2')
            .replace(DYNAMIC_IMPORT, 'globalThis.importBuilt(new URL("$2",import.meta.url).href)');
        }
      },
    },
  };
}

/** Module that Vite imports for lazy chunks with styles. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/**
 * Source of a helper that loads a chunk and its styles, unless they are in the document, at once; a failed style sheet
 * is requested again the next time. Replaces Vite's helper, which is six times as long because of hints and nonces that this page's policy does not
 * use.
 */
const PRELOAD_SOURCE = `
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
  if (!styles.has(href)) styles.set(href, document.querySelector('link[href="' + href + '"],style[data-files~="' + href + '"]') ?? load(href));
  return styles.get(href);
};
export const __vitePreload = (part, files = []) =>
  Promise.all([part(), ...files.map(loadOnce)]).then(([loaded]) => loaded);
`;
/** Matches the list of files at the top of a chunk with lazy parts, which Vite writes last. */
const FILE_LIST = /^const __vite__mapDeps=.*m\.f=(\[[^\]]*\]).*\n/u;
/** Matches the files of a lazy part: their places in the list. */
const FILE_PLACES = /__vite__mapDeps\((\[[^\]]*\])\)/gu;

/** Replaces the list of files by the names of each part's style sheets: the only files that the helper loads. */
function nameStyles(code: string): string {
  const files = JSON.parse(FILE_LIST.exec(code)?.[1] ?? '[]') as string[];
  return code.replace(FILE_LIST, '').replace(FILE_PLACES, (_, places: string) => {
    const named = (JSON.parse(places) as number[]).map((place) => files[place] ?? '');
    return JSON.stringify(named.filter((file) => file.endsWith('.css')));
  });
}

function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === PRELOAD_HELPER ? PRELOAD_SOURCE : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = nameStyles(chunk.code);
          if (chunk.code.includes('__vite__mapDeps')) this.error('the list of files has another form');
        }
      },
    },
  };
}

/** Module of lucide-react that renders every icon. */
const ICON = /\/lucide-react\/dist\/esm\/Icon\.mjs$/u;
/**
 * Source of a smaller one: without classes that name the icon, and without the attributes that a class of base.css stands for.
 * The document has fifty icons.
 */
const ICON_SOURCE = `
import { createElement, forwardRef } from 'react';
const STYLED = /(?:^|\\s)ic(?:-|\\s|$)/;
const look = (side) => ({
  width: side,
  height: side,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});
export default forwardRef(({ icon, size = 24, ...attributes }, ref) =>
  createElement(
    'svg',
    {
      ref,
      ...(STYLED.test(attributes.className) ? {} : look(size)),
      viewBox: '0 0 24 24',
      'aria-hidden': true,
      ...attributes,
    },
    icon.node.map(([tag, own]) => createElement(tag, own)),
  ),
);
`;

function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (ICON.test(id) ? ICON_SOURCE : null),
  };
}

/** Folders whose pages are not in the public build; their styles get the longer names. */
const PANEL_STYLES = /^src\/web\/(?:dev-states|features\/(?:admin|auth)|pages\/panel)\//u;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns a short name for a place in a list: `a`, `b` … `Z`, `aa`. */
const letters = (place: number): string =>
  (place < LETTERS.length ? '' : letters(Math.floor(place / LETTERS.length) - 1)) +
  (LETTERS[place % LETTERS.length] ?? '');

const styleFiles = globSync('src/web/**/*.module.css', { cwd: import.meta.dirname })
  .toSorted()
  .toSorted((a, b) => Number(PANEL_STYLES.test(a)) - Number(PANEL_STYLES.test(b)));
const classNames = new Map<string, Map<string, number>>();

/**
 * Returns a class name in the build: letters for its file and a number for the name, equal in the browser's and the
 * server's build. Readable names would add half a kilobyte to every document (docs/adr/0050).
 */
const shortName = (name: string, file: string): string => {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/u, ''));
  const names = classNames.get(path) ?? new Map<string, number>();
  classNames.set(path, names);
  if (!names.has(name)) names.set(name, names.size);
  return `${letters(styleFiles.indexOf(path))}${names.get(name)}`;
};

/** Matches a custom property in a style sheet. */
const PROPERTY = /--[a-zA-Z][\w-]*/gu;
const propertiesOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap(
      (file) => readFileSync(join(import.meta.dirname, 'src/web', file), 'utf8').match(PROPERTY) ?? [],
    ),
  );

/** Tokens that keep their names, because tests compare colours of the built pages with them. */
const TESTED_TOKENS = ['--accent', '--danger', '--warn'];

/** Creates a plugin that shortens the names of the design tokens, which no script reads or sets (docs/adr/0050). */
function shortTokens(): Plugin {
  const taken = propertiesOf(globSync('**/*.css', { cwd: join(import.meta.dirname, 'src/web') }));
  const free = Array.from({ length: 200 }, (_, place) => `--${letters(place)}`).filter(
    (name) => !taken.has(name),
  );
  const tokens = [...propertiesOf(['styles/tokens.css', 'styles/later-tokens.css'])].filter(
    (token) => !TESTED_TOKENS.includes(token),
  );
  const short = new Map(tokens.map((token, place) => [token, free[place] ?? token]));
  return {
    name: 'short-tokens',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: isForBrowsers,
    transform: (code, id) =>
      /\.css(?:\?|$)/u.test(id)
        ? { code: code.replace(PROPERTY, (name) => short.get(name) ?? name), map: null }
        : null,
  };
}

/** Modules that list styles: of server-only parts and pages, and of the public page's first state. */
const LISTED_STYLES = /\/(?:section|plain|first)-styles\.ts$/u;

/**
 * Creates a plugin that includes listed styles in the browser's build without their class name maps, because what
 * lists them reads none, and the styles of the first state nowhere else.
 */
function listedStyles(): Plugin {
  const listed = new Set<string>();
  return {
    name: 'listed-styles',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    async transform(code, id) {
      if (LISTED_STYLES.test(id))
        for (const [, file = ''] of code.matchAll(/["']([^"']+\.module\.css(?:\?first)?)["']/gu))
          listed.add((await this.resolve(file, id))?.id ?? '');
      return listed.has(id) ? { code: 'export {};', map: null, moduleSideEffects: 'no-treeshake' } : null;
    },
  };
}

/** Lists the styles of the public page's first state, which are in its document. */
const FIRST_STYLES = 'src/web/pages/public/first-styles.ts';

/**
 * Creates a plugin that leaves the styles of the first state out of the components' style sheets: only the sheet of
 * `first-styles.ts` has them, as modules of their own (`?first`).
 */
function firstStyles(): Plugin {
  const list = resolve(import.meta.dirname, FIRST_STYLES);
  let first = new Set<string>();
  return {
    name: 'first-styles',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      const files = (await readFile(list, 'utf8')).matchAll(/'([^']+\.css)'/gu);
      first = new Set(Array.from(files, ([, file = '']) => resolve(dirname(list), file)));
    },
    // Runs between the plugin that compiles a style sheet and the one that collects it.
    transform(code, id) {
      if (id === list) return { code: code.replace(/\.css(?=["'])/gu, '$&?first'), map: null };
      return first.has(id) ? { code: '', map: null } : null;
    },
  };
}

/** Creates a plugin that resolves `#messages/…` to the language of the site; package.json resolves it to English. */
function siteTexts(): Plugin {
  const language = siteLanguage(import.meta.dirname);
  return {
    name: 'site-texts',
    enforce: 'pre',
    resolveId: (source) => translatedFile(import.meta.dirname, language, source),
  };
}

/**
 * Parts of the public page that are one file each, with all they import: the entry, React, and the page's code. Code that
 * other parts share with one of them stays in it, so that loading it takes one request, not one after the other.
 */
const FIRST_PARTS = [
  { name: 'public', test: /\/src\/web\/public\.tsx$/u, priority: 3 },
  { name: 'react', test: /\/src\/web\/lib\/react-root\.ts$/u, priority: 2 },
  { name: 'page', test: /\/src\/web\/pages\/public\/app\.tsx$/u, priority: 1 },
];

/** Creates the plugins that only a build has, in the order in which they run. */
const buildPlugins = (): Plugin[] => [
  smallPreload(),
  smallIcons(),
  shortTokens(),
  firstStyles(),
  listedStyles(),
  trustedImports(),
  precompress(),
  keptChecks(),
  asciiPrograms(),
];

export default defineConfig(({ command, mode }) => ({
  appType: 'custom',
  publicDir: 'src/web/static',
  // Without an HTML entry, Vite would discover packages one by one and reload the page each time.
  optimizeDeps: { entries: ['src/web/public.tsx', 'src/web/states.tsx', 'src/web/panel.tsx'] },
  plugins: [react(), siteTexts(), ...buildPlugins()],
  // Only for builds: the test runner also reads this file and must keep packages external.
  ...(command === 'build' && {
    css: { modules: { generateScopedName: shortName } },
    environments: {
      client: {
        // Removes React's hook for its developer tools from production pages.
        define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
        build: {
          outDir: CLIENT_DIR,
          target: BUILD_TARGET,
          manifest: true,
          sourcemap: false,
          assetsInlineLimit: 0,
          // Disables the polyfill and the hints, which 'strict-dynamic' blocks.
          modulePreload: false,
          rolldownOptions: {
            input: [
              'src/web/public.tsx',
              'src/web/theme.ts',
              'src/web/capture.ts',
              FIRST_STYLES,
              'src/web/pages/plain/plain-styles.ts',
            ],
            output: { codeSplitting: { groups: FIRST_PARTS } },
            // Drops reads of properties that nothing uses, such as each icon's raw drawing: no module relies on a getter.
            treeshake: { propertyReadSideEffects: false },
          },
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
          target: BUILD_TARGET,
          // Served beside the public page's files.
          assetsDir: 'assets/panel',
          manifest: true,
          sourcemap: false,
          assetsInlineLimit: 0,
          copyPublicDir: false,
          modulePreload: false,
          // One entry, so that it contains all shared code: a static import would have to be trusted first.
          rolldownOptions: { input: 'src/web/panel.tsx' },
        },
      },
      ssr: {
        // React selects its development or production build by this value; undefined, both would be bundled.
        define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? mode : 'production') },
        resolve: { noExternal: true as const },
        build: {
          outDir: 'dist/server',
          // Must match the browser's build: browsers block icons inlined as data URLs.
          assetsInlineLimit: 0,
          copyPublicDir: false,
          sourcemap: false,
          target: 'node24',
          rolldownOptions: {
            input: 'src/web/render.tsx',
            output: { entryFileNames: '[name].js', codeSplitting: false, minify: true },
          },
        },
      },
      // The server itself (docs/adr/0051).
      program: {
        consumer: 'server',
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: true as const, external: UNBUNDLED },
        build: {
          outDir: 'dist/program',
          copyPublicDir: false,
          sourcemap: false,
          target: 'node24',
          rolldownOptions: {
            input: ['src/server/main.ts', 'src/server/settings/picture/redraw-program.ts'],
            output: {
              entryFileNames: '[name].js',
              chunkFileNames: '[name]-[hash].js',
              keepNames: true,
              minify: SMALL_PROGRAM,
            },
          },
        },
      },
    },
    builder: {},
  }),
}));
