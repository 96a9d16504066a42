import process from 'node:process';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../config/project-root.ts';
import { StartError } from '../config/start-error.ts';
import { DatabaseUnavailableError } from '../db/database-fault.ts';
import { type BuildInfo, describeBuild, readBuildInfo } from '../observability/build-info.ts';

/** Runs a command. A fault ends the process with status 1: one that the user can mend is printed as a sentence. */
export const runCommand = (run: () => Promise<void>): void => {
  run().catch((error: unknown) => {
    const isPlain =
      error instanceof StartError ||
      error instanceof DatabaseUnavailableError ||
      (error instanceof Error && ('syscall' in error || 'errcode' in error));
    process.stderr.write(
      `${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(1);
  });
};

const readArguments = (usage: string) => {
  try {
    const options = { force: { type: 'boolean' }, version: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length <= 1) return { ...values, file: positionals[0] };
  } catch {
    // An unknown option.
  }
  throw new StartError(usage);
};

/** How a command is called: from the sources by npm, in a release by its name. */
const CALL = import.meta.filename.endsWith('.ts') ? 'npm run ' : '';

/** Runs a command with the arguments `[--force] [file]`. It answers `--version` itself, and others with its usage: `[file]`. */
export const runFileCommand = (
  name: string,
  usage: string,
  run: (given: { file: string | undefined; force: boolean; build: BuildInfo }) => Promise<void>,
): void =>
  runCommand(async () => {
    const call = `${CALL}${name}${CALL && ' --'}`;
    const { file, force = false, version } = readArguments(`Usage: ${call} ${usage}`);
    const build = await readBuildInfo(PROJECT_ROOT);
    if (version === true) process.stdout.write(describeBuild(build));
    else await run({ file, force, build });
  });
