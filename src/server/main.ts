import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { RenderPage } from '#shared/contract/page.ts';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { masterSecret } from './config/master-secret.ts';
import { ConfigError, readConfig } from './config/read-config.ts';
import { readBuiltAssets } from './http/built-assets.ts';
import { createKeptPages, type PageSource } from './http/kept-pages.ts';
import { pagePolicy } from './http/security-headers.ts';
import { createLogger } from './observability/logger.ts';

/** Running downloads get this long to finish after a stop signal; a second signal ends at once. */
const DRAIN_MS = 120_000;

const DIST = path.resolve(import.meta.dirname, '../../dist');

const loadPages = async (config: Config): Promise<PageSource> => {
  const assets = await readBuiltAssets(path.join(DIST, 'client'));
  const bundle = (await import(pathToFileURL(path.join(DIST, 'server/render.js')).href)) as {
    render: RenderPage;
  };
  const site = defaultSite({
    updatedAt: new Date().toISOString(),
    samples: config.engines.includes('sample'),
    contactEmail: config.contactEmail,
  });
  return createKeptPages(
    bundle.render,
    { site, assets, publicUrl: config.publicUrl },
    pagePolicy(config, assets),
  );
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const [secret, pages] = await Promise.all([masterSecret(config), loadPages(config)]);
  const server = await createApp({ config, log, secret, pages, clientDir: path.join(DIST, 'client') });
  closeWithGrace({ delay: DRAIN_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after a fault');
    await server.close();
  });
  const address = await server.listen({ host: config.host, port: config.port });
  process.stdout.write(`Savelet is ready at ${config.publicUrlGiven ? config.publicUrl : address}\n`);
};

start().catch((error: unknown) => {
  const message =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Savelet could not start.\n${message ?? ''}\n`);
  process.exit(1);
});
