import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './source-files.ts';

const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const DEPENDENCY_RULES = path.join(import.meta.dirname, 'dependency-rules.config.mjs');

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface DependencyReport {
  readonly violations: readonly Violation[];
  readonly files: number;
  readonly dependencies: number;
  /** Each module with the modules it may import from, itself included, as the rules define them. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
  readonly rules: ReadonlySet<string>;
}

interface CruiserOutput {
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[];
    totalCruised: number;
    totalDependenciesCruised: number;
    ruleSetUsed: { forbidden: { name: string; to: { pathNot?: string | string[] } }[] };
  };
}

const runCruiser = (directory: string): Promise<CruiserOutput> =>
  new Promise((resolve, reject) => {
    const args = [CRUISER, '--config', DEPENDENCY_RULES, '--output-type', 'json', 'src'];
    execFile(
      process.execPath,
      args,
      { cwd: directory, maxBuffer: 256 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        // The exit code is the number of violations, so only the output shows whether the program itself worked.
        if (stdout.startsWith('{')) resolve(JSON.parse(stdout) as CruiserOutput);
        else reject(new Error(`dependency-cruiser did not answer: ${stdout}${stderr}`));
      },
    );
  });

const modulesOf = (output: CruiserOutput): Map<string, string[]> => {
  const modules = new Map<string, string[]>();
  for (const { name, to } of output.summary.ruleSetUsed.forbidden) {
    if (!name.startsWith('module:')) continue;
    const allowed = Array.isArray(to.pathNot) ? to.pathNot : (to.pathNot ?? '').split('|');
    modules.set(
      name.slice('module:'.length),
      allowed.map((pattern) => pattern.replace(/^\^src\//, '').replace(/\/$/, '')),
    );
  }
  return modules;
};

/** Checks `src/` below a directory against the dependency rules. */
export const checkDependencies = async (directory: string): Promise<DependencyReport> => {
  const output = await runCruiser(directory);
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    files: output.summary.totalCruised,
    dependencies: output.summary.totalDependenciesCruised,
    modules: modulesOf(output),
    rules: new Set(output.summary.ruleSetUsed.forbidden.map(({ name }) => name)),
  };
};

/**
 * Writes a tree of source files with what the rules resolve imports by. Returns its directory; the caller removes it.
 */
export const writeSourceTree = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'savelet-dependency-rules-'));
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json'])
    await copyFile(path.join(ROOT, name), path.join(directory, name));
  await symlink(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'), 'junction');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(directory, path.dirname(file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  }
  return directory;
};
