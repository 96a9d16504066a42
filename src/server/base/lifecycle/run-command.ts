import process from 'node:process';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../config/project-root.ts';
import { StartError } from '../config/start-error.ts';
import { DatabaseUnavailableError } from '../db/database-fault.ts';
import { type BuildInfo, describeBuild, readBuildInfo } from '../observability/build-info.ts';

/**
 * Runs a command, or prints the build for `--version`. An error ends the process with status 1, after its message is printed; for an error
 * that the user cannot mend, also the stack trace.
 */
export const runCommand = (run: (build: BuildInfo) => Promise<void>): void => {
  const runOrDescribe = async (): Promise<void> => {
    const build = await readBuildInfo(PROJECT_ROOT);
    if (process.argv.includes('--version')) process.stdout.write(describeBuild(build));
    else await run(build);
  };
  runOrDescribe().catch((error: unknown) => {
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

const readArguments = (usage: string, mayForce: boolean) => {
  try {
    const options = { force: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const { force = false } = values;
    if (positionals.length <= 1 && (mayForce || !force)) return { force, file: positionals[0] };
  } catch {
    // An unknown option.
  }
  throw new StartError(usage);
};

/** Text before a command's name: `npm run ` in the sources, none in a release. */
const CALL = import.meta.filename.endsWith('.ts') ? 'npm run ' : '';

/**
 * Runs a command that takes at most one file and, if `mayForce` is true, `--force`. Any other arguments end it with status 1 and `usage`,
 * the arguments as text, such as `[--force] file`.
 */
export const runFileCommand = (
  name: string,
  usage: string,
  mayForce: boolean,
  run: (options: { file: string | undefined; force: boolean; build: BuildInfo }) => Promise<void>,
): void =>
  runCommand(async (build) => {
    const call = `${CALL}${name}${CALL && ' --'}`;
    await run({ ...readArguments(`Usage: ${call} ${usage}`, mayForce), build });
  });
