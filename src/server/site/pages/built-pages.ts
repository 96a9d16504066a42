import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextPage } from '#shared/contract/legal-texts.ts';
import type { PageRenderers, PreviewPageInput, SamplePost } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import type { Config } from '../../base/config/config.ts';
import { baseHeaders, pagePolicy, panelPolicy, plainPagePolicy } from '../../http/security-headers.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import {
  hashOf,
  readBuildTime,
  readBuiltAssets,
  readPanelAssets,
  readServiceWorker,
} from './built-assets.ts';
import {
  type CachedPage,
  compressPage,
  createPageCache,
  type PageSource,
  type PublicPageSource,
  type UncachedPage,
} from './page-cache.ts';

/** Files and renderers of a build. */
export interface BuiltPages {
  /** Build time of the pages; the site's last change until the owner saves a setting. */
  readonly builtAt: Date;
  /** Folder of the public page's browser files. */
  readonly clientDir: string;
  /** Folder of the panel's browser files. */
  readonly panelDir: string;
  /** Creates the source of the public pages for the given settings. */
  readonly createPublicPages: (settings: SiteSettings, samplePost: SamplePost) => PublicPageSource;
  readonly createPanelPages: (settings: SiteSettings) => PageSource;
  /** Renders the public status page; `at` is the current time in ISO 8601. */
  readonly writeStatusPage: (site: Site, report: StatusReport, at: string) => Promise<CachedPage>;
  /** Renders the page that answers `POST /preview`, the form of a browser without scripts. */
  readonly writePreviewPage: (input: Omit<PreviewPageInput, 'assets' | 'publicUrl'>) => Promise<UncachedPage>;
  /** Renders the help page or a legal page. `ownText` is the owner's own text as sanitised HTML; empty for the default text. */
  readonly writeTextPage: (site: Site, page: TextPage, ownText: string) => Promise<CachedPage>;
  /** Writes the service worker with its offline page. */
  readonly writeServiceWorker: (site: Site) => string;
}

/** Loads the built web pages from the folder `dist`. Throws MissingBuildError when there is no build. */
export const loadBuiltPages = async (config: Config, dist: string): Promise<BuiltPages> => {
  const clientDir = path.join(dist, 'client');
  const panelDir = path.join(dist, 'panel');
  const { publicUrl, basePath } = config;
  const {
    page: assets,
    linkedPage: linkedAssets,
    plainPage: plainAssets,
  } = await readBuiltAssets(clientDir, basePath);
  const panelAssets = await readPanelAssets(panelDir, plainAssets, basePath);
  const bundle = (await import(pathToFileURL(path.join(dist, 'server/render.js')).href)) as PageRenderers;
  const { previewsPerMinute } = config.allowance;
  const plainPolicy = plainPagePolicy(config, plainAssets);
  const workerText = await readServiceWorker(clientDir);
  const inlineStyle = { text: bundle.offlineStyle, hash: hashOf(bundle.offlineStyle) };
  const offlineAssets = { ...plainAssets, inlineStyle, fonts: [] };
  const offlineHeaders = {
    ...baseHeaders(config),
    'content-security-policy': plainPagePolicy(config, offlineAssets),
    'content-type': 'text/html; charset=utf-8',
  };
  return {
    builtAt: await readBuildTime(clientDir),
    clientDir,
    panelDir,
    createPublicPages: (settings, samplePost) =>
      createPageCache(
        bundle.render,
        settings,
        { assets, linkedAssets, publicUrl, previewsPerMinute, samplePost },
        (used) => pagePolicy(config, used),
      ),
    createPanelPages: (settings) =>
      createPageCache(
        bundle.renderPanel,
        settings,
        { assets: panelAssets, publicUrl, previewsPerMinute },
        (used) => panelPolicy(config, used),
      ),
    writeStatusPage: (site, report, at) =>
      compressPage(bundle.renderStatus({ site, report, at, assets: plainAssets, publicUrl }), plainPolicy),
    writeTextPage: (site, page, ownText) =>
      compressPage(bundle.renderText({ site, page, ownText, assets: plainAssets, publicUrl }), plainPolicy),
    writeServiceWorker: (site) => {
      const html = bundle.renderOffline({ site, assets: offlineAssets, publicUrl });
      return `self.offlinePage = ${JSON.stringify({ html, headers: offlineHeaders })};\n${workerText}`;
    },
    writePreviewPage: async (input) => ({
      html: bundle.renderPreview({ ...input, assets: plainAssets, publicUrl }),
      policy: plainPolicy,
    }),
  };
};
