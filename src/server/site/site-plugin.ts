import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { HttpServer } from '../http/route-schema.ts';
import { registerFirstRunRoutes } from './first-run/first-run-routes.ts';
import { registerLiveRoutes } from './live/live-routes.ts';
import { registerBuiltFiles, registerPanelFiles } from './pages/built-files.ts';
import type { BuiltPages } from './pages/built-pages.ts';
import { registerPageRoute, registerPanelRoute } from './pages/page-routes.ts';
import { registerPreviewPage } from './pages/preview-page-route.ts';
import { registerSharePicture } from './pages/share-picture-route.ts';
import { registerShareTarget } from './pages/share-target-route.ts';
import { registerSiteRoutes } from './pages/site-routes.ts';
import { createTextPages, registerTextPageRoutes } from './pages/text-page-routes.ts';
import { registerAdminSettingsRoutes } from './settings/admin-settings-routes.ts';
import { registerLogoRoutes, registerLogoUpload } from './settings/logo-routes.ts';
import { createLogoStore } from './settings/logo-store.ts';

type SiteParts = Pick<BuiltPages, 'createPanelPages' | 'writeTextPage' | 'writeServiceWorker'> &
  Parameters<typeof registerPreviewPage>[1] &
  Parameters<typeof registerFirstRunRoutes>[1] &
  Parameters<typeof registerLiveRoutes>[1] &
  Parameters<typeof registerAdminSettingsRoutes>[1] & {
    readonly config: Config;
    readonly database: Database;
    /** Folder of the built browser files; null when a development server serves them. */
    readonly clientDir: string | null;
    /** Folder of the panel's built files; null when a development server serves them. */
    readonly panelDir: string | null;
  };

/** Returns the plugin that serves the pages and their files, the site settings, the logos, the owner's checklist and the live events. */
export const sitePlugin = (parts: SiteParts) => async (app: HttpServer) => {
  const { config, settings, clientDir, panelDir } = parts;
  const logos = createLogoStore(parts.database);
  registerPageRoute(app, parts.responder);
  registerPanelRoute(app, parts.createPanelPages(settings));
  registerTextPageRoutes(app, createTextPages(parts.writeTextPage, settings));
  registerPreviewPage(app, parts);
  registerSiteRoutes(app, config, parts);
  registerShareTarget(app, config, parts.responder);
  registerLogoRoutes(app, logos);
  registerAdminSettingsRoutes(app, parts);
  registerLogoUpload(app, { ...parts, logos });
  registerFirstRunRoutes(app, parts);
  registerLiveRoutes(app, parts);
  if (clientDir !== null) {
    registerSharePicture(app, clientDir, { settings, logos });
    await registerBuiltFiles(app, clientDir);
  }
  if (panelDir !== null) await registerPanelFiles(app, panelDir);
};
