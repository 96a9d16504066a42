import type { HttpServer } from '../http/route-schema.ts';
import { registerMediaRoute } from './routes/media-route.ts';

/** Serves the files of posts. */
export const mediaPlugin = (parts: Parameters<typeof registerMediaRoute>[1]) => async (app: HttpServer) =>
  registerMediaRoute(app, parts);
