import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { InlineFile, PageAssets, PageScript, PageStyle } from '#shared/contract/page.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).optional(),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const MANIFEST = '.vite/manifest.json';
const PUBLIC_ENTRY = 'src/web/public.tsx';
const PANEL_ENTRY = 'src/web/panel.tsx';
const THEME_ENTRY = 'src/web/theme.ts';
/** Has the styles that stand in the documents (vite.config.ts). */
const STYLES_ENTRY = 'src/web/styles/server-styles.ts';
const CAPTURE_ENTRY = 'src/web/capture.ts';
const WORKER_ENTRY = 'src/web/service-worker.ts';
/** Matches the file of the font that every page preloads; browsers load the others by character range. */
const FIRST_FONT = /onest-latin-wght-normal.*\.woff2$/;

/** Thrown when the web pages have not been built, or the build lacks a file or contains one that cannot stand in a page. */
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

/** Returns the SHA-256 hash of a file as an integrity value. */
export const hashOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

const integrityOf = async (dir: string, file: string): Promise<string> =>
  hashOf(await readFile(path.join(dir, file)));

/** Matches text that would end the element that contains a file, or that a browser would change before it compares the hash. */
const NOT_INLINE = /<\/(?:script|style)|<!--|\r|\0/iu;

/**
 * Joins built files into one text for a page, and returns it with its hash. Changes relative addresses (`url(./…`) to addresses in
 * `/assets` below `basePath`. Throws MissingBuildError for a text that NOT_INLINE matches.
 */
const readInline = async (dir: string, files: readonly string[], basePath: string): Promise<InlineFile> => {
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const text = texts.map((part) => part.trim().replaceAll('url(./', `url(${basePath}/assets/`)).join('\n');
  if (NOT_INLINE.test(text)) throw new MissingBuildError(`${files.join(', ')} cannot stand in the page`);
  return { text, hash: hashOf(text) };
};

const scriptOf = async (
  dir: string,
  manifest: Manifest,
  name: string,
  basePath: string,
): Promise<PageScript> => {
  const { file } = entry(manifest, name);
  return { src: `${basePath}/${file}`, integrity: await integrityOf(dir, file) };
};

const stylesOf = (dir: string, files: readonly string[], basePath: string): Promise<PageStyle[]> =>
  Promise.all(
    files.map(async (file) => ({ href: `${basePath}/${file}`, integrity: await integrityOf(dir, file) })),
  );

const firstFonts = (manifest: Manifest, basePath: string): string[] =>
  Object.values(manifest)
    .filter(({ file }) => FIRST_FONT.test(file))
    .map(({ file }) => `${basePath}/${file}`);

/**
 * Reads the build manifest in `clientDir` and returns the files of the pages that share the build of the public page, with their addresses
 * below `basePath`. Throws MissingBuildError when there is no build, or when the build lacks a file that the pages need.
 */
export const readBuiltAssets = async (clientDir: string, basePath = '') => {
  const manifest = await readManifest(clientDir);
  const inlineFile = (...names: string[]) =>
    readInline(
      clientDir,
      names.map((name) => entry(manifest, name).file),
      basePath,
    );
  const styleSheets = entry(manifest, STYLES_ENTRY).css ?? [];
  const allStyleSheets = new Set([...styleSheets, ...Object.values(manifest).flatMap(({ css = [] }) => css)]);
  const page: PageAssets = {
    themeScript: await inlineFile(THEME_ENTRY, CAPTURE_ENTRY),
    inlineStyle: await readInline(clientDir, styleSheets, basePath),
    styles: [],
    scripts: [await scriptOf(clientDir, manifest, PUBLIC_ENTRY, basePath)],
    fonts: firstFonts(manifest, basePath),
  };
  return {
    page,
    /** Files of the public page with its style sheets as linked files instead of inline. */
    linkedPage: {
      ...page,
      inlineStyle: null,
      styles: await stylesOf(clientDir, styleSheets, basePath),
    },
    /**
     * Files of the pages that only the server renders: the theme script as the only script, and the styles that scripts would load later.
     */
    plainPage: {
      ...page,
      themeScript: await inlineFile(THEME_ENTRY),
      inlineStyle: await readInline(clientDir, [...allStyleSheets], basePath),
      scripts: [],
    },
  };
};

/** Returns the text of the built service worker. Throws MissingBuildError when there is none. */
export const readServiceWorker = async (clientDir: string): Promise<string> => {
  const { file } = entry(await readManifest(clientDir), WORKER_ENTRY);
  return readFile(path.join(clientDir, file), 'utf8');
};

/**
 * Reads the build manifest in `panelDir` and returns the files of the panel, with the given theme script, which all pages share. Throws
 * MissingBuildError when there is no build, or when the build lacks the panel.
 */
export const readPanelAssets = async (
  panelDir: string,
  { themeScript }: Pick<PageAssets, 'themeScript'>,
  basePath: string,
): Promise<PageAssets> => {
  const manifest = await readManifest(panelDir);
  return {
    themeScript,
    inlineStyle: null,
    styles: await stylesOf(panelDir, entry(manifest, PANEL_ENTRY).css ?? [], basePath),
    scripts: [await scriptOf(panelDir, manifest, PANEL_ENTRY, basePath)],
    fonts: firstFonts(manifest, basePath),
  };
};

/** Returns the time at which the pages in `clientDir` were built. Rejects when there is no build. */
export const readBuildTime = async (clientDir: string): Promise<Date> =>
  (await stat(path.join(clientDir, MANIFEST))).mtime;
