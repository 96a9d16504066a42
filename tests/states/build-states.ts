/**
 * Builds a script into the folder given as the first argument, with the product's Vite settings but separate from its build: the script
 * that plays stories, or the one given as the second. Runs as a separate process, because the build needs a different NODE_ENV than the
 * tests.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { build, loadConfigFromFile, type Plugin } from 'vite';
import { STATES_ENTRY } from './state-page.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const outDir = path.resolve(process.argv[2] ?? '.cache/states');
const entry = process.argv[3] ?? STATES_ENTRY;

const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts', ROOT);
if (loaded === null) throw new Error('vite.config.ts is missing');
const plugins = (loaded.config.plugins as Plugin[][]).flat().filter(({ name }) => name !== 'precompress');

const { appType, publicDir, environments, experimental, worker } = loaded.config;
const client = environments?.['client'];

await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  ...(appType && { appType }),
  ...(publicDir && { publicDir }),
  ...(experimental && { experimental }),
  ...(worker && { worker }),
  plugins,
  build: {
    ...client?.build,
    cssCodeSplit: false,
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      ...client?.build?.rolldownOptions,
      input: [
        entry,
        'src/web/theme.ts',
        'src/web/capture.ts',
        'src/web/service-worker.ts',
        'src/web/styles/server-styles.ts',
      ],
    },
  },
});

// The server looks up the entry under the name of the public page's script, and its styles under that of its style entry.
const manifest = path.join(outDir, '.vite/manifest.json');
const entries = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { readonly file: string }>;
const styles = entries['src/web/styles/server-styles.ts'];
await writeFile(
  manifest,
  JSON.stringify({
    ...entries,
    'src/web/public.tsx': entries[entry],
    'src/web/styles/server-styles.ts': { ...styles, css: [entries['style.css']?.file] },
  }),
);
