import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CLIENT_DIR = 'dist/client';
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
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const entries = await readdir(CLIENT_DIR, { recursive: true, withFileTypes: true });
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
    applyToEnvironment: (environment) => environment.name === 'client',
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

export default defineConfig(({ command, mode }) => ({
  appType: 'custom',
  publicDir: 'src/web/static',
  // Without a page of its own to read, hot reload would find packages one by one and reload under the visitor's hands.
  optimizeDeps: { entries: ['src/web/public.tsx'] },
  plugins: [react(), trustedImports(), precompress()],
  // Only while building: a test runner reads this file too and must keep packages external.
  ...(command === 'build' && {
    environments: {
      client: {
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
      ssr: {
        // React picks its development or production half by this name; left to run time both would be carried.
        define: { 'process.env.NODE_ENV': JSON.stringify(mode === 'development' ? mode : 'production') },
        resolve: { noExternal: true as const },
        build: {
          outDir: 'dist/server',
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
