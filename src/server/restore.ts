import path from 'node:path';
import process from 'node:process';
import { restoreBackup } from './backups/restore-backup.ts';
import { readConfig } from './base/config/read-config.ts';
import { StartError } from './base/config/start-error.ts';
import { describeDatabase } from './base/db/open-database.ts';
import { runFileCommand } from './base/lifecycle/run-command.ts';

runFileCommand('restore', '[--force] file', true, async ({ file, force, build }) => {
  if (file === undefined) throw new StartError('Name the file of a backup.');
  const config = readConfig(process.env);
  const { at, version } = await restoreBackup({ config, build, force }, path.resolve(file));
  process.stdout.write(
    `${await describeDatabase(config)} now holds the backup of ${at} (Savelet ${version}).\n`,
  );
});
