import type { Config } from '../base/config/config.ts';
import type { HttpServer } from '../http/route-schema.ts';
import { baseHeaders, UNINDEXED } from '../http/security-headers.ts';
import { type MediaParts, registerMediaRoute } from './routes/media-route.ts';
import { createTunnel, type TunnelOptions } from './tunnel/tunnel.ts';

interface MediaPluginParts extends Omit<MediaParts, 'tunnel' | 'delivery' | 'headers'>, TunnelOptions {
  readonly config: Config;
}

/** Fastify plugin that registers the media route and creates the tunnel through which it sends files. */
export const mediaPlugin = (parts: MediaPluginParts) => async (app: HttpServer) => {
  const { config } = parts;
  const headers = { ...baseHeaders(config), ...UNINDEXED };
  const tunnel = createTunnel(parts);
  registerMediaRoute(app, { ...parts, tunnel, headers, delivery: config.delivery });
};
