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
const THEME_ENTRY = 'src/web/theme.ts';
/** The one font every page starts with; the others load by character range. */
const FIRST_FONT = /onest-latin-wght-normal.*\.woff2$/;

/** The web house has not been built, or its manifest is not one of ours. */
class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

const entry = (manifest: Manifest, name: string): Manifest[string] => {
  const found = manifest[name];
  if (found === undefined) throw new MissingBuildError(`the build has no ${name}; run the build again`);
  return found;
};

/**
 * Reads the build's manifest under `clientDir` and gives what a page loads, each file with its integrity.
 * Throws MissingBuildError when there is no build.
 */
export const readBuiltAssets = async (clientDir: string): Promise<PageAssets> => {
  const text = await readFile(path.join(clientDir, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new MissingBuildError('the web pages have not been built', { cause });
  });
  const manifest = manifestSchema.parse(JSON.parse(text));
  const integrity = async (file: string): Promise<string> =>
    `sha384-${createHash('sha384')
      .update(await readFile(path.join(clientDir, file)))
      .digest('base64')}`;
  const publicEntry = entry(manifest, PUBLIC_ENTRY);
  const themeEntry = entry(manifest, THEME_ENTRY);
  const fonts = (publicEntry.assets ?? []).filter((file) => FIRST_FONT.test(file));
  return {
    themeScript: { src: `/${themeEntry.file}`, integrity: await integrity(themeEntry.file) },
    scripts: [{ src: `/${publicEntry.file}`, integrity: await integrity(publicEntry.file) }],
    styles: await Promise.all(
      (publicEntry.css ?? []).map(async (file) => ({ href: `/${file}`, integrity: await integrity(file) })),
    ),
    fonts: fonts.map((file) => `/${file}`),
  };
};

/** Gives the time the pages under `clientDir` were built. Throws when there is no build. */
export const readBuildTime = async (clientDir: string): Promise<Date> =>
  (await stat(path.join(clientDir, MANIFEST))).mtime;
