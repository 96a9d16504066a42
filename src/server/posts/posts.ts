import type { HttpServer } from '../http/route-schema.ts';
import { registerPreviewRoute } from './routes/preview-route.ts';

/** Serves previews. */
export const postsPlugin = (parts: Parameters<typeof registerPreviewRoute>[1]) => async (app: HttpServer) =>
  registerPreviewRoute(app, parts);
