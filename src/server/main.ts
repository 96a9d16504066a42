import path from 'node:path';
import process from 'node:process';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { masterSecret } from './config/master-secret.ts';
import { readConfig } from './config/read-config.ts';
import { StartError } from './config/start-error.ts';
import { loadBuiltPages } from './http/built-pages.ts';
import { createLogger } from './observability/logger.ts';

/** Running downloads get this long to finish after a stop signal; a second signal ends at once. */
const DRAIN_MS = 120_000;

const DIST = path.resolve(import.meta.dirname, '../../dist');

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  if (config.databaseUrl !== null && config.secret === null)
    log.warn('SECRET is not set: several instances would not open the media links of one another');
  const [secret, built] = await Promise.all([masterSecret(config), loadBuiltPages(config, DIST)]);
  const { server, accounts } = await createApp({ ...built, config, log, secret });
  closeWithGrace({ delay: DRAIN_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after a fault');
    await server.close();
  });
  const address = await server.listen({ host: config.host, port: config.port });
  const origin = config.publicUrlGiven ? config.publicUrl : address;
  process.stdout.write(`Savelet is ready at ${origin}\n`);
  const setupCode = await accounts.openSetup();
  // Words for whoever reads the start, not for the log: this line is a key.
  if (setupCode !== null)
    process.stdout.write(
      `Set up the owner's account at ${origin}/admin/signup?setup=${encodeURIComponent(setupCode)}\n`,
    );
};

start().catch((error: unknown) => {
  const message =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Savelet could not start.\n${message ?? ''}\n`);
  process.exit(1);
});
