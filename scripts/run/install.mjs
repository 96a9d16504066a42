import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endChild, run } from './child.mjs';
import { findRegistryFault } from './registry.mjs';
import { Stop, say, seconds } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/** Oldest Node major version that runs the server's TypeScript and its database module without flags. */
const OLDEST_HOST_MAJOR = 24;
const NPM_CI = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
/** Retries with shorter delays than npm's defaults of 10 and 60 seconds, which take minutes on a machine without a network. */
const NPM_RETRIES = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--fetch-timeout=60000',
];
const UNREACHABLE_AFTER_MS = 20_000;
const NPM_QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/**
 * Matches the npm settings that our `npm ci` must not inherit, for example from `npm start --omit=dev`, a production image or a global
 * install: each of them omits packages or installs packages elsewhere. Settings of the registry, the proxy and the cache are inherited.
 */
const UNWANTED_NPM_CONFIG =
  /^npm_config_(omit|include|production|only|optional|also|dev|ignore_scripts|global|location|prefix|local_prefix|engine_strict|dry_run|package_lock_only|workspaces?|if_present|os|cpu|libc)$/i;

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
/** Runs a Node to learn its version. If it does not start, `version` is null and `fault` is the system's message, else empty. */
const tryNode = (node) => {
  const { status, stdout, stderr } = spawnSync(node, ['-v'], { encoding: 'utf8' });
  return status === 0
    ? { version: stdout.trim(), fault: '' }
    : { version: null, fault: (stderr ?? '').trim() };
};
const versionOf = (node) => tryNode(node).version;

/** Reads a stamp file; returns an empty string when the file does not exist. */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Returns the path of npm-cli.js, so that a chosen Node can run it; null if the file is not found, and only the `npm` command is left. */
function npmProgram() {
  const candidates = [process.env.npm_execpath ?? ''];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    candidates.push(path.join(folder, 'npm'), path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'));
  }
  for (const candidate of candidates) {
    if (candidate === '' || !existsSync(candidate)) continue;
    const file = realpathSync(candidate);
    if (path.basename(file) === 'npm-cli.js') return file;
  }
  return null;
}

function installEnvironment(node) {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!UNWANTED_NPM_CONFIG.test(name) && name !== 'NODE_ENV') env[name] = value;
  }
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathName] = `${path.dirname(node)}${path.delimiter}${env[pathName] ?? ''}`;
  // npm looks for the global npmrc (registry, proxy) beside the Node that runs npm, which is not the host's Node here.
  const machineWide = path.resolve(process.execPath, WINDOWS ? '..' : '../..', 'etc', 'npmrc');
  if (env.npm_config_globalconfig === undefined && existsSync(machineWide))
    env.npm_config_globalconfig = machineWide;
  return env;
}

/** Returns the missing ones of a lock file's required packages. Without a network, npm has been observed to exit with 0. */
function missingPackages(directory) {
  const { packages } = JSON.parse(readFileSync(path.join(directory, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { optional, devOptional, link, os, cpu }]) => {
      const isForAll = place !== '' && !optional && !devOptional && !link && !os && !cpu;
      return isForAll && !existsSync(path.join(directory, place, 'package.json'));
    })
    .map(([place]) => place);
}

const unreachable = (fault) =>
  new Stop(
    `Savelet could not reach the package registry (${fault}), so its packages are not installed. Connect this machine to the network, or set npm's registry or proxy, then run the command again.`,
  );

/** Runs `npm ci` with `node` and additional `flags`. Throws Stop unless npm exits with 0 and `isComplete` then returns true. */
export async function npmCi(node, directory, isComplete, flags = []) {
  const program = npmProgram();
  const command = program === null ? 'npm' : node;
  const programArguments = program === null ? [] : [program];
  const options = { cwd: directory, env: installEnvironment(node), shell: program === null && WINDOWS };
  let isRunning = true;
  const probe = new AbortController();
  const fault = findRegistryFault(command, programArguments, { ...options, signal: probe.signal });
  const giveUp = setTimeout(async () => {
    // With a full npm cache the installation needs no registry, so it is not stopped at once without one.
    if ((await fault) !== null && isRunning) endChild();
  }, UNREACHABLE_AFTER_MS);
  const exitCode = await run(
    command,
    [...programArguments, ...NPM_CI, ...NPM_QUIET, ...NPM_RETRIES, ...flags],
    options,
  ).catch((error) => {
    throw new Stop(
      `npm could not be started (${error.code}). Install it beside Node, then run the command again.`,
    );
  });
  isRunning = false;
  clearTimeout(giveUp);
  if (exitCode === 0 && isComplete()) {
    probe.abort();
    return;
  }
  const found = await fault;
  if (found !== null) throw unreachable(found);
  throw new Stop(
    exitCode === 0
      ? 'The packages could not be installed: npm reported success, but some packages are missing. Delete node_modules and run the command again.'
      : `The packages could not be installed: npm exited with code ${exitCode}; its output is above. Check that the disk is not full, then run the command again.`,
  );
}

const stampOf = (directory) => path.join(directory, 'node_modules', '.savelet-stamp');

const expectedStamp = (node, directory) =>
  hashOf(
    [
      readFileSync(path.join(directory, 'package-lock.json'), 'utf8'),
      process.platform,
      process.arch,
      versionOf(node),
    ].join('\n'),
  );

/** Returns whether `node_modules` of `directory` matches the lock file of `directory` and the Node `node`. */
export const arePackagesCurrent = (node, directory) =>
  readStamp(stampOf(directory)) === expectedStamp(node, directory);

/**
 * Installs the packages of `directory` from its lock file with `node`, unless they are current. `what` names the packages in the output.
 * Throws Stop if the installation fails or `isComplete` returns false afterwards.
 */
export async function installPackages(
  node,
  directory,
  what,
  isComplete = () => missingPackages(directory).length === 0,
) {
  if (arePackagesCurrent(node, directory)) return;
  const started = Date.now();
  say(`installing ${what} …`);
  // The stamp is removed first, so that an interrupted installation does not count as complete.
  rmSync(stampOf(directory), { force: true });
  await npmCi(node, directory, isComplete);
  mkdirSync(path.dirname(stampOf(directory)), { recursive: true });
  writeFileSync(stampOf(directory), expectedStamp(node, directory));
  say(`installed ${what} in ${seconds(started)}`);
}

/** Returns the pinned Node version and, as `file`, the path of its binary for this machine; `file` is null when there is no such binary. */
function pinnedBinary(runtime) {
  const { platform, arch } = process;
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(runtime, 'package.json'), 'utf8'));
  const system = WINDOWS ? 'win' : platform;
  const name = [`node-bin-${system}-${arch}`, `node-${system}-${arch}`].find(
    (candidate) => candidate in optionalDependencies,
  );
  const version = Object.values(optionalDependencies)[0];
  const file =
    name === undefined
      ? null
      : path.join(runtime, 'node_modules', name, 'bin', WINDOWS ? 'node.exe' : 'node');
  return { version: `v${version}`, file };
}

const hostMajor = Number(process.versions.node.split('.')[0]);

/** Returns the path of the Node to use if that Node needs no installation; otherwise null. */
export function installedNode(root) {
  const { version, file } = pinnedBinary(path.join(root, 'runtime'));
  if (hostMajor === Number(version.slice(1).split('.')[0])) return process.execPath;
  return file !== null && existsSync(file) && versionOf(file) === version ? file : null;
}

/**
 * Returns the Node to use: the host's if it has the pinned major version, otherwise the pinned Node from `runtime/`, otherwise a host's
 * Node that is new enough; throws Stop without one. Packages must be installed with the same Node, because npm silently skips optional
 * packages that exclude the Node on which npm runs (such as the native binding of the build tool).
 */
export async function chooseNode(root) {
  const runtime = path.join(root, 'runtime');
  const { version, file } = pinnedBinary(runtime);
  const present = installedNode(root);
  if (present !== null) return present;
  let fault = '';
  if (file !== null) {
    rmSync(stampOf(runtime), { force: true });
    const isThere = () => existsSync(file);
    await installPackages(process.execPath, runtime, `Node ${version.slice(1)}`, isThere);
    const installed = tryNode(file);
    if (installed.version === version) return file;
    fault = installed.fault;
  }
  const reason =
    fault === ''
      ? `There is no ready-made one for ${process.platform}-${process.arch}`
      : `The one that was fetched does not start here: ${fault}`;
  if (hostMajor >= OLDEST_HOST_MAJOR) {
    say(`using this machine's own Node ${process.version}, not ${version}. ${reason}`);
    return process.execPath;
  }
  const remedy = fault.includes('libatomic') ? 'Install the package libatomic1, or ' : 'Install ';
  throw new Stop(
    `Savelet runs on Node ${version.slice(1)}. ${reason}. The Node here is ${process.version}. ${remedy}Node ${OLDEST_HOST_MAJOR} or newer, then run the command again.`,
  );
}
