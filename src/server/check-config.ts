import path from 'node:path';
import process from 'node:process';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { Config } from './base/config/config.ts';
import { checkDataDirectory, exists } from './base/config/data-directory.ts';
import { describeUnreadVariables, readConfig } from './base/config/read-config.ts';
import { describeDatabase } from './base/db/open-database.ts';
import { runCommand } from './base/lifecycle/run-command.ts';
import { describeBuild } from './base/observability/build-info.ts';

/** Returns the engines of a configuration as a text: in their order, separated by commas, without those that are not set up. */
const enginesOf = ({ engines, provider, ytDlp, cobalt }: Config): string => {
  const setUp: Partial<Record<EngineName, string | null>> = {
    provider: provider === null ? null : `provider (${provider.service})`,
    'yt-dlp': ytDlp === null ? null : `yt-dlp (${ytDlp.program})`,
    cobalt: cobalt === null ? null : 'cobalt',
  };
  return engines.flatMap((name) => (setUp[name] === null ? [] : [setUp[name] ?? name])).join(', ');
};

/** Returns the names and values that describe what would run with a configuration, without any key, password or proxy address. */
const linesOf = async (config: Config): Promise<readonly (readonly [string, string])[]> => [
  ['listens on', `${config.host}, port ${config.port}`],
  [
    'visitors use',
    config.isPublicUrlGiven ? config.publicUrl : `${config.publicUrl} (PUBLIC_URL is not set)`,
  ],
  ['trusted proxies', config.trustProxy.join(', ') || 'none'],
  ['database', await describeDatabase(config)],
  [
    'data folder',
    `${path.resolve(config.dataDir)}${(await exists(config.dataDir)) ? '' : ' (the start creates it)'}`,
  ],
  ['secret', config.secret === null ? 'in the data folder' : 'from SECRET'],
  ['engines', enginesOf(config)],
  ['pages through', config.outboundProxy === null ? 'no proxy' : `a proxy, ${config.outboundProxyMode}`],
  ['files through', config.mediaProxy === null ? 'no proxy' : 'a proxy'],
  ['sign-ups', config.signUp],
  ['stops within', `${config.drainSeconds} s`],
];

/**
 * Prints what would run with the environment. Opens no database and writes no file. Throws ConfigError
 * with every mistake of the environment, and StartError when DATA_DIR exists but cannot be used.
 */
runCommand(async (build) => {
  const config = readConfig(process.env);
  if (await exists(config.dataDir)) await checkDataDirectory(config);
  const lines = await linesOf(config);
  const notes = describeUnreadVariables(process.env);
  process.stdout.write(
    [
      describeBuild(build).trimEnd(),
      ...lines.map(([name, value]) => `  ${name.padEnd(16)}${value}`),
      ...notes.map((note) => `Note: ${note}`),
      'The configuration is valid.\n',
    ].join('\n'),
  );
});
