import { readdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { SHARE_PICTURE } from '#shared/sharing.ts';

/** Files outside /assets/ keep their names, so browsers must ask again after a while. */
const NAMED_FILE_MAX_AGE = '1d';
const COMPRESSED_COPY = /\.(?:br|gz)$/;

/** Files with a hash in their name. */
const HASHED = { preCompressed: true, immutable: true, maxAge: '365d', index: false } as const;

/** Serves the panel's own hashed files under /assets/panel/. Call after `registerBuiltFiles`. */
export const registerPanelFiles = async (app: FastifyInstance, panelDir: string): Promise<void> => {
  await app.register(fastifyStatic, {
    ...HASHED,
    root: path.join(panelDir, 'assets/panel'),
    prefix: '/assets/panel/',
    decorateReply: false,
  });
};

/**
 * Serves what the build made: hashed files under /assets/ for ever, and the few files with fixed names (icons) beside the
 * page. Nothing else of the folder can be asked for; the manifest stays private.
 */
export const registerBuiltFiles = async (app: FastifyInstance, clientDir: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: path.join(clientDir, 'assets'),
    prefix: '/assets/',
    ...HASHED,
  });
  const entries = await readdir(clientDir, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && !COMPRESSED_COPY.test(entry.name))) {
    app.get(`/${name}`, (_request, reply) => {
      // The one file that is made to be shown by others.
      if (`/${name}` === SHARE_PICTURE.path) reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.sendFile(name, clientDir, { maxAge: NAMED_FILE_MAX_AGE, immutable: false });
    });
  }
};
