import process from 'node:process';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../config/project-root.ts';
import { StartError } from '../config/start-error.ts';
import { DatabaseUnavailableError } from '../db/database-fault.ts';
import { type BuildInfo, describeBuild, readBuildInfo } from '../observability/build-info.ts';

/**
 * Runs a command. An error ends the process with status 1, after its message is printed; for an error that the user cannot mend, also the
 * stack trace.
 */
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
    const isUsable = positionals.length <= 1 && (values.force !== true || usage.includes('--force'));
    if (isUsable) return { ...values, file: positionals[0] };
  } catch {
    // An unknown option.
  }
  throw new StartError(usage);
};

/** Text before a command's name: `npm run ` in the sources, none in a release. */
const CALL = import.meta.filename.endsWith('.ts') ? 'npm run ' : '';

/**
 * Runs a command that takes at most `--force` and one file. Prints the build for `--version`. Any other arguments end it with status 1 and
 * `usage`, the arguments as text, such as `[--force] file`.
 */
export const runFileCommand = (
  name: string,
  usage: string,
  run: (options: { file: string | undefined; force: boolean; build: BuildInfo }) => Promise<void>,
): void =>
  runCommand(async () => {
    const call = `${CALL}${name}${CALL && ' --'}`;
    const { file, force = false, version } = readArguments(`Usage: ${call} ${usage}`);
    const build = await readBuildInfo(PROJECT_ROOT);
    if (version === true) process.stdout.write(describeBuild(build));
    else await run({ file, force, build });
  });
