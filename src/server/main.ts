import path from 'node:path';
import process from 'node:process';
import { createApp } from './app.ts';
import type { Config } from './base/config/config.ts';
import { isDatabaseMissing, prepareDataDirectory } from './base/config/data-directory.ts';
import { loadMasterSecret } from './base/config/master-secret.ts';
import { PROJECT_ROOT } from './base/config/project-root.ts';
import { describeUnreadVariables, readConfig } from './base/config/read-config.ts';
import { explainListenError, StartError } from './base/config/start-error.ts';
import { installGracefulStop } from './base/lifecycle/graceful-stop.ts';
import { describeBuild, readBuildInfo } from './base/observability/build-info.ts';
import { watchDescriptors } from './base/observability/descriptor-watch.ts';
import { type LineOutput, standardOutput } from './base/observability/line-output.ts';
import { createLogger, type Logger } from './base/observability/logger.ts';
import { loadBuiltPages } from './site/pages/built-pages.ts';

/** Milliseconds to wait for the log to be flushed: a reader that has stopped reading must not block the exit. */
const FLUSH_MAX_MS = 500;

const DIST = path.join(PROJECT_ROOT, 'dist');

/** Returns what a start without an owner prints: the setup link, on a line of its own so that it can be copied. */
const setupText = (link: string): string => `
This site has no owner yet. Open this link to create the owner account and set up the site:

  ${link}

Keep the link to yourself: whoever uses it first owns the site.
`;

/**
 * Returns how to open the setup link from another computer, or '' if `address`, the URL on which the server listens, is no loopback
 * address.
 */
const elsewhereText = (address: string): string => {
  const { hostname, port } = new URL(address);
  if (!/^(?:127\.|\[::1\])/.test(hostname)) return '';
  const at = port === '' ? '80' : port;
  return `
Only this computer can open the link. To open it on another one, run this there first:

  ssh -L ${at}:${hostname}:${at} user@this-server

To let others use the site, set HOST and PUBLIC_URL (docs/configuration.md).
`;
};

/** Configuration, log and standard output of a start. */
interface Start {
  readonly config: Config;
  readonly log: Logger;
  readonly output: LineOutput;
}

/**
 * Starts the watch for file descriptors, logs the version and warnings about the configuration, and prepares DATA_DIR. Throws StartError.
 */
const prepare = async ({ config, log }: Start): Promise<void> => {
  watchDescriptors(log);
  for (const sentence of describeUnreadVariables(process.env)) log.warn(sentence);
  const { databaseUrl } = config;
  log.info(
    {
      ...(await readBuildInfo(PROJECT_ROOT)),
      node: process.versions.node,
      database: databaseUrl === null ? 'sqlite' : 'postgres',
    },
    'starting',
  );
  if (config.databaseUrl !== null && config.secret === null)
    log.warn('SECRET is not set: with several instances, none can open the media links of another');
  await prepareDataDirectory(config);
  if (await isDatabaseMissing(config))
    log.warn(
      'DATA_DIR holds a secret but no database: the database was removed, or DATA_DIR has changed. The server creates an empty one, without the previous accounts and settings',
    );
};

/**
 * Prints the address, and the setup link while there is no owner. Only logs a failure to store the setup code, because a site whose
 * database cannot be written still serves visitors.
 */
const announce = async (
  { config, log, output }: Start,
  address: string,
  issueSetupCode: () => Promise<string | null>,
): Promise<void> => {
  const origin = config.isPublicUrlGiven ? config.publicUrl : address;
  output.write(`Savelet is ready at ${origin}\n`);
  const setupCode = await issueSetupCode().catch((err: unknown) => {
    log.error({ err }, 'the link for creating the owner could not be stored: restart the server to get one');
    return null;
  });
  // Printed for the person who starts the server and not logged, because the link contains a secret code.
  if (setupCode === null) return;
  output.write(setupText(`${origin}/admin/signup?setup=${encodeURIComponent(setupCode)}`));
  if (!config.isPublicUrlGiven) output.write(elsewhereText(address));
};

/** Creates the app, installs the graceful stop, listens, and prints the address and the setup link with `announce`. Throws StartError. */
const serve = async ({ config, log, output }: Start): Promise<void> => {
  const [secret, built] = await Promise.all([loadMasterSecret(config), loadBuiltPages(config, DIST)]);
  const { server, connections, accounts } = await createApp({ ...built, config, log, secret });
  installGracefulStop({
    source: process,
    connections,
    close: () => server.close(),
    drainMs: config.drainSeconds * 1_000,
    log,
    flush: () => output.flush(FLUSH_MAX_MS),
    exit: (code) => process.exit(code),
  });
  const address = await server
    .listen({
      host: config.host,
      port: config.port,
      // The line below prints the address for people; the log does not contain it.
      listenTextResolver: () => 'listening',
    })
    .catch((error: unknown) => {
      throw explainListenError(error, config);
    });
  await announce({ config, log, output }, address, () => accounts.issueSetupCode());
};

const explain = (error: unknown): string =>
  error instanceof StartError
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);

const start = async (): Promise<void> => {
  if (process.argv.includes('--version')) {
    process.stdout.write(describeBuild(await readBuildInfo(PROJECT_ROOT)));
    return;
  }
  // Without a listener Node opens its inspector, also where the program is started without --disable-sigusr1.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
  const output = standardOutput();
  // A closed standard error must not end the process either.
  process.stderr.on('error', () => undefined);
  const config = readConfig(process.env);
  const starting = { config, output, log: createLogger(config.logLevel) };
  await prepare(starting);
  await serve(starting);
};

start().catch((error: unknown) => {
  process.stderr.write(`Savelet could not start.\n${explain(error)}\n`);
  process.exit(1);
});
