import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { SHARE_PICTURE } from '#shared/sharing.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import { WORKER_POLICY } from '../../http/security-headers.ts';

/** Cache time of files outside /assets/, whose content may change under the same name. */
const NAMED_FILE_MAX_AGE = '1d';
const COMPRESSED_COPY = /\.(?:br|gz)$/;

/** Options for files with a hash in their name. */
const HASHED = { preCompressed: true, immutable: true, maxAge: '365d', index: false } as const;

/** Serves the panel's hashed files under /assets/panel/. Call it after `registerBuiltFiles`. */
export const registerPanelFiles = async (app: HttpServer, panelDir: string): Promise<void> => {
  await app.register(fastifyStatic, {
    ...HASHED,
    root: path.join(panelDir, 'assets/panel'),
    prefix: '/assets/panel/',
    decorateReply: false,
  });
};

/**
 * Serves the files of a build: those with a hash in their name under /assets/, cached for a year, scripts of
 * workers with a policy of their own, and those with fixed names (icons) at the root. Serves nothing else in the folder, such as the manifest.
 */
export const registerBuiltFiles = async (app: HttpServer, clientDir: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: path.join(clientDir, 'assets'),
    prefix: '/assets/',
    ...HASHED,
  });
  await app.register(fastifyStatic, {
    ...HASHED,
    root: path.join(clientDir, 'assets/worker'),
    prefix: '/assets/worker/',
    decorateReply: false,
    setHeaders: (reply) => void reply.header('content-security-policy', WORKER_POLICY),
  });
  const entries = await readdir(clientDir, { withFileTypes: true });
  for (const entry of entries) {
    const { name } = entry;
    // The picture of shared links has a route of its own.
    if (!entry.isFile() || COMPRESSED_COPY.test(name) || `/${name}` === SHARE_PICTURE.path) continue;
    app.get(`/${name}`, (_request, reply) =>
      reply.sendFile(name, clientDir, { maxAge: NAMED_FILE_MAX_AGE, immutable: false }),
    );
  }
};
