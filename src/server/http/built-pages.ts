import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '#shared/contract/page.ts';
import type { Config } from '../config/config.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { readBuildTime, readBuiltAssets } from './built-assets.ts';
import { createKeptPages, type PageSource } from './kept-pages.ts';
import { pagePolicy } from './security-headers.ts';

/** What a build gives the server. */
export interface BuiltPages {
  /** When it was made. */
  readonly builtAt: Date;
  /** Folder of the browser's files. */
  readonly clientDir: string;
  readonly pages: (settings: SiteSettings) => PageSource;
}

/** Loads the built web house from its folder. Throws MissingBuildError when there is none. */
export const loadBuiltPages = async (config: Config, dist: string): Promise<BuiltPages> => {
  const clientDir = path.join(dist, 'client');
  const assets = await readBuiltAssets(clientDir);
  const bundle = (await import(pathToFileURL(path.join(dist, 'server/render.js')).href)) as {
    render: RenderPage;
  };
  return {
    builtAt: await readBuildTime(clientDir),
    clientDir,
    pages: (settings) =>
      createKeptPages(
        bundle.render,
        settings,
        { assets, publicUrl: config.publicUrl },
        pagePolicy(config, assets),
      ),
  };
};
