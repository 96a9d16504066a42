import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { InlineFile, PageAssets } from '#shared/contract/page.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
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
/** Name of the part with the public page's components (vite.config.ts). */
const PAGE_PART = 'page';
/** Lists the styles of the public page's first state. */
const FIRST_STYLES = 'src/web/pages/public/first-styles.ts';
const THEME_ENTRY = 'src/web/theme.ts';
/** Lists the styles that only the plain pages need. */
const PLAIN_STYLES = 'src/web/pages/plain/plain-styles.ts';
const CAPTURE_ENTRY = 'src/web/capture.ts';
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

/** Not a longer hash: each is part of every page, and one also of its header (docs/adr/0050). */
const hashOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const integrityOf = async (dir: string, file: string): Promise<string> =>
  hashOf(await readFile(path.join(dir, file)));

/** Text that would end the element that contains a file, or that a browser would change before it compares the hash. */
const NOT_INLINE = /<\/(?:script|style)|<!--|\r|\0/iu;

/** Reads built files as one text that stands in the page. */
const inlineFile = async (dir: string, files: readonly string[]): Promise<InlineFile> => {
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const text = texts.map((part) => part.trim()).join('\n');
  if (NOT_INLINE.test(text)) throw new MissingBuildError(`${files.join(', ')} cannot stand in the page`);
  return { text, hash: hashOf(text), files: files.map((file) => `/${file}`) };
};

const scriptOf = async (dir: string, { file }: Manifest[string]) => ({
  src: `/${file}`,
  integrity: await integrityOf(dir, file),
});

/** Reads the script and the fonts that one entry of a build loads. */
const readEntry = async (
  dir: string,
  found: Manifest[string],
): Promise<Pick<PageAssets, 'scripts' | 'fonts'>> => {
  // The script must be a single file: with 'strict-dynamic', the content security policy would block modules it
  // imports.
  if ((found.imports ?? []).length > 0) throw new MissingBuildError(`${found.file} is not one file`);
  return {
    scripts: [await scriptOf(dir, found)],
    fonts: (found.assets ?? []).filter((file) => FIRST_FONT.test(file)).map((file) => `/${file}`),
  };
};

/** Returns the style sheets that the public page needs for its first state. */
const firstStylesOf = (manifest: Manifest): string[] =>
  [PUBLIC_ENTRY, FIRST_STYLES].flatMap((name) => entry(manifest, name).css ?? []);

/** Returns the style sheets of every state of the public page, but for the result. */
const stylesOf = (manifest: Manifest): string[] => {
  const page = Object.values(manifest).find(({ name }) => name === PAGE_PART);
  return [...firstStylesOf(manifest), ...(page?.css ?? [])];
};

/**
 * Reads the build manifest in `clientDir` and returns the files of the public page with their hashes (docs/adr/0050).
 * Throws MissingBuildError when there is no build.
 */
export const readBuiltAssets = async (clientDir: string): Promise<PageAssets> => {
  const manifest = await readManifest(clientDir);
  const found = entry(manifest, PUBLIC_ENTRY);
  return {
    themeScript: await inlineFile(
      clientDir,
      [THEME_ENTRY, CAPTURE_ENTRY].flatMap((name) => manifest[name]?.file ?? []),
    ),
    inlineStyle: await inlineFile(clientDir, firstStylesOf(manifest)),
    styles: [],
    ...(await readEntry(clientDir, found)),
  };
};

/** Returns the public page's files (`assets`) with the styles of every state in the page. */
export const readCompleteAssets = async (clientDir: string, assets: PageAssets): Promise<PageAssets> => ({
  ...assets,
  inlineStyle: await inlineFile(clientDir, stylesOf(await readManifest(clientDir))),
});

/** Returns the public page's files (`assets`) with its styles as files. */
export const readLinkedAssets = async (clientDir: string, assets: PageAssets): Promise<PageAssets> => {
  const files = stylesOf(await readManifest(clientDir));
  return {
    ...assets,
    inlineStyle: null,
    styles: await Promise.all(
      files.map(async (file) => ({ href: `/${file}`, integrity: await integrityOf(clientDir, file) })),
    ),
  };
};

/**
 * Returns the files of the pages in `clientDir` that only the server renders: the public page's (`assets`) with their own
 * styles and the theme script alone.
 */
export const readPlainAssets = async (clientDir: string, assets: PageAssets): Promise<PageAssets> => {
  const manifest = await readManifest(clientDir);
  const { file } = entry(manifest, THEME_ENTRY);
  return {
    ...assets,
    themeScript: await inlineFile(clientDir, [file]),
    inlineStyle: await inlineFile(clientDir, [
      ...stylesOf(manifest),
      ...(entry(manifest, PLAIN_STYLES).css ?? []),
    ]),
    scripts: [],
  };
};

/**
 * Reads the build manifest in `panelDir` and returns the files of the panel, which has the theme script of the other
 * pages. Throws MissingBuildError when there is no build.
 */
export const readPanelAssets = async (
  panelDir: string,
  { themeScript }: Pick<PageAssets, 'themeScript'>,
): Promise<PageAssets> => {
  const found = entry(await readManifest(panelDir), PANEL_ENTRY);
  return {
    themeScript,
    inlineStyle: null,
    styles: await Promise.all(
      (found.css ?? []).map(async (file) => ({
        href: `/${file}`,
        integrity: await integrityOf(panelDir, file),
      })),
    ),
    ...(await readEntry(panelDir, found)),
  };
};

/** Returns the time at which the pages in `clientDir` were built. Rejects when there is no build. */
export const readBuildTime = async (clientDir: string): Promise<Date> =>
  (await stat(path.join(clientDir, MANIFEST))).mtime;
