import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { PageAssets } from '#shared/contract/page.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    src: z.string().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const MANIFEST = '.vite/manifest.json';
const PUBLIC_ENTRY = 'src/web/public.tsx';
const PANEL_ENTRY = 'src/web/panel.tsx';
const THEME_ENTRY = 'src/web/theme.ts';
/** Font that every page preloads; the others load by character range. */
const FIRST_FONT = /onest-latin-wght-normal.*\.woff2$/;

/** The web pages have not been built, or the manifest is invalid. */
class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

const entry = (manifest: Manifest, name: string): Manifest[string] => {
  const found = manifest[name];
  if (found === undefined) throw new MissingBuildError(`the build has no ${name}; run the build again`);
  return found;
};

const readManifest = async (dir: string): Promise<Manifest> => {
  const text = await readFile(path.join(dir, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new MissingBuildError('the web pages have not been built', { cause });
  });
  return manifestSchema.parse(JSON.parse(text));
};

const integrityOf = async (dir: string, file: string): Promise<string> =>
  `sha384-${createHash('sha384')
    .update(await readFile(path.join(dir, file)))
    .digest('base64')}`;

const scriptOf = async (dir: string, { file }: Manifest[string]) => ({
  src: `/${file}`,
  integrity: await integrityOf(dir, file),
});

/** Reads the files that one entry of a build loads, without the theme script. */
const readEntry = async (dir: string, name: string): Promise<Omit<PageAssets, 'themeScript'>> => {
  const found = entry(await readManifest(dir), name);
  // The script must be a single file: with 'strict-dynamic', the content security policy would block modules it
  // imports.
  if ((found.imports ?? []).length > 0) throw new MissingBuildError(`${name} is not one file`);
  return {
    scripts: [await scriptOf(dir, found)],
    styles: await Promise.all(
      (found.css ?? []).map(async (file) => ({ href: `/${file}`, integrity: await integrityOf(dir, file) })),
    ),
    fonts: (found.assets ?? []).filter((file) => FIRST_FONT.test(file)).map((file) => `/${file}`),
  };
};

/**
 * Reads the build manifest in `clientDir` and returns the files of the public page with their integrity hashes. Throws
 * MissingBuildError when there is no build.
 */
export const readBuiltAssets = async (clientDir: string): Promise<PageAssets> => ({
  themeScript: await scriptOf(clientDir, entry(await readManifest(clientDir), THEME_ENTRY)),
  ...(await readEntry(clientDir, PUBLIC_ENTRY)),
});

/**
 * Reads the build manifest in `panelDir` and returns the files of the panel, which shares the public page's theme
 * script. Throws MissingBuildError when there is no build.
 */
export const readPanelAssets = async (
  panelDir: string,
  { themeScript }: Pick<PageAssets, 'themeScript'>,
): Promise<PageAssets> => ({ themeScript, ...(await readEntry(panelDir, PANEL_ENTRY)) });

/** Returns the time at which the pages in `clientDir` were built. Rejects when there is no build. */
export const readBuildTime = async (clientDir: string): Promise<Date> =>
  (await stat(path.join(clientDir, MANIFEST))).mtime;
