import path from 'node:path';
import process from 'node:process';
import { backupsFolderIn, nameOfBackup, writeBackup } from './backups/backup-archive.ts';
import { readConfig } from './base/config/read-config.ts';
import { runFileCommand } from './base/lifecycle/run-command.ts';

const USAGE = '[file]\nWithout a file, the backup is put into DATA_DIR/backups; "-" is the standard output.';

runFileCommand('backup', USAGE, false, async ({ file, build }) => {
  const config = readConfig(process.env);
  const target = path.resolve(file ?? path.join(backupsFolderIn(config.dataDir), nameOfBackup('by-hand')));
  await writeBackup({ config, build }, file === '-' ? null : target);
  if (file !== '-')
    process.stdout.write(`${target}\nIt contains the secret of this site: keep it private.\n`);
});
