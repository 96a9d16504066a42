import type { Config } from '../base/config/config.ts';
import type { RequireRole } from '../http/guard.ts';
import type { HttpServer } from '../http/route-schema.ts';
import type { Accounts } from '../people/accounts.ts';
import type { RunLimitedPreview } from '../posts/routes/limited-preview.ts';
import type { FirstRunService } from './first-run/first-run.ts';
import { registerFirstRunRoutes } from './first-run/first-run-routes.ts';
import type { AdminEventHub } from './live/admin-event-hub.ts';
import { registerAdminLiveRoutes, registerLiveRoute } from './live/live-routes.ts';
import type { PublicEventHub } from './live/public-event-hub.ts';
import { registerBuiltFiles, registerPanelFiles } from './pages/built-files.ts';
import type { PageSource } from './pages/page-cache.ts';
import { type PageResponder, registerPageRoute, registerPanelRoute } from './pages/page-routes.ts';
import { registerPreviewPage, type WritePreviewPage } from './pages/preview-page-route.ts';
import { registerSharePicture } from './pages/share-picture-route.ts';
import { registerSiteRoutes } from './pages/site-routes.ts';
import type { TextPageSource } from './pages/text-page-cache.ts';
import { registerTextPageRoutes } from './pages/text-page-routes.ts';
import { registerAdminSettingsRoutes } from './settings/admin-settings-routes.ts';
import { registerLogoRoutes, registerLogoUpload } from './settings/logo-routes.ts';
import type { LogoStore } from './settings/logo-store.ts';
import type { SiteSettings } from './settings/site-settings.ts';

interface SiteParts {
  readonly config: Config;
  readonly settings: SiteSettings;
  readonly logos: LogoStore;
  readonly accounts: Accounts;
  readonly publicEvents: PublicEventHub;
  readonly adminEvents: AdminEventHub;
  readonly firstRun: Pick<FirstRunService, 'state' | 'change'>;
  readonly requireRole: RequireRole;
  /** Answers with the public page. */
  readonly responder: PageResponder;
  readonly panelPage: PageSource;
  readonly textPages: TextPageSource;
  readonly writePreviewPage: WritePreviewPage;
  readonly runPreview: RunLimitedPreview;
  /** Folder of the built browser files; null when a development server serves them. */
  readonly clientDir: string | null;
  /** Folder of the panel's built files; null when a development server serves them. */
  readonly panelDir: string | null;
}

/** Serves the pages with their files, the settings that they show, and the changes of these. */
export const sitePlugin = (parts: SiteParts) => async (app: HttpServer) => {
  const { config, settings, clientDir, panelDir } = parts;
  registerPageRoute(app, parts.responder);
  registerPanelRoute(app, parts.panelPage);
  registerTextPageRoutes(app, parts.textPages);
  registerPreviewPage(app, { ...parts, writePage: parts.writePreviewPage });
  registerSiteRoutes(app, config, settings);
  registerLiveRoute(app, parts.publicEvents, settings);
  registerLogoRoutes(app, parts.logos);
  registerAdminSettingsRoutes(app, parts);
  registerLogoUpload(app, parts);
  registerFirstRunRoutes(app, parts);
  registerAdminLiveRoutes(app, parts);
  if (clientDir !== null) {
    registerSharePicture(app, clientDir, parts);
    await registerBuiltFiles(app, clientDir);
  }
  if (panelDir !== null) await registerPanelFiles(app, panelDir);
};
