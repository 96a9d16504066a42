import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endChild, run } from './child.mjs';
import { findRegistryFault } from './registry.mjs';
import { Stop, say, seconds } from './say.mjs';

const WINDOWS = process.platform === 'win32';
/** The oldest Node that runs the server's TypeScript and its database module without flags. */
const OLDEST_HOST_MAJOR = 24;
const NPM_CI = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
/** npm's own pauses between tries, 10 and 60 seconds, would keep a machine without a network waiting for minutes. */
const NPM_PATIENCE = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--fetch-timeout=60000',
];
const UNREACHABLE_AFTER_MS = 20_000;
const NPM_QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/**
 * What `npm start --omit=dev`, a production image or a global install would hand down to our own `npm ci`; each of these
 * leaves packages out or puts them elsewhere. Registry, proxy and cache settings are kept.
 */
const UNWANTED_NPM_CONFIG =
  /^npm_config_(omit|include|production|only|optional|also|dev|ignore_scripts|global|location|prefix|local_prefix|engine_strict|dry_run|package_lock_only|workspaces?|if_present|os|cpu|libc)$/i;

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const versionOf = (node) => {
  const answer = spawnSync(node, ['-v'], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
};

/** Reads a stamp file; empty text when there is none. */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** npm's own program, so that it can be run by a Node of our choosing; null when only a command of that name can be called. */
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
  // npm looks for the machine's npmrc (a company registry, a proxy) beside the Node that runs it: that is no longer the host's.
  const machineWide = path.resolve(process.execPath, WINDOWS ? '..' : '../..', 'etc', 'npmrc');
  if (env.npm_config_globalconfig === undefined && existsSync(machineWide))
    env.npm_config_globalconfig = machineWide;
  return env;
}

/** Packages of a lock file that every machine needs and that are not there. npm has been seen to end with 0 without a network. */
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

/** Runs `npm ci`; throws Stop unless it ends well and `isWhole` finds everything in place. */
async function npmCi(node, directory, isWhole) {
  const program = npmProgram();
  const command = program === null ? 'npm' : node;
  const before = program === null ? [] : [program];
  const options = { cwd: directory, env: installEnvironment(node), shell: program === null && WINDOWS };
  let isRunning = true;
  const probe = new AbortController();
  const fault = findRegistryFault(command, before, { ...options, signal: probe.signal });
  const giveUp = setTimeout(async () => {
    // A full cache of npm's needs no registry, so an installation gets some time without one.
    if ((await fault) !== null && isRunning) endChild();
  }, UNREACHABLE_AFTER_MS);
  const exitCode = await run(command, [...before, ...NPM_CI, ...NPM_QUIET, ...NPM_PATIENCE], options).catch(
    (error) => {
      throw new Stop(
        `npm could not be started (${error.code}). Install it beside Node, then run the command again.`,
      );
    },
  );
  isRunning = false;
  clearTimeout(giveUp);
  if (exitCode === 0 && isWhole()) {
    probe.abort();
    return;
  }
  const found = await fault;
  if (found !== null) throw unreachable(found);
  throw new Stop(
    exitCode === 0
      ? 'The packages could not be installed: npm ended well, but not everything is there. Delete node_modules and run the command again.'
      : `The packages could not be installed: npm ended with code ${exitCode}, its own lines are above. Check that the disk is not full, then run the command again.`,
  );
}

const stampOf = (directory) => path.join(directory, 'node_modules', '.savelet-stamp');

const wantedStamp = (node, directory) =>
  hashOf(
    [
      readFileSync(path.join(directory, 'package-lock.json'), 'utf8'),
      process.platform,
      process.arch,
      versionOf(node),
    ].join('\n'),
  );

/** Tells whether `node_modules` of `directory` is what its lock file says. */
export const packagesInPlace = (node, directory) =>
  readStamp(stampOf(directory)) === wantedStamp(node, directory);

/**
 * Brings `node_modules` of `directory` to what its lock file says, with `node`; does nothing when it already is. What is
 * installed counts only if `isWhole` says so.
 */
export async function installPackages(
  node,
  directory,
  what,
  isWhole = () => missingPackages(directory).length === 0,
) {
  if (packagesInPlace(node, directory)) return;
  const started = Date.now();
  say(`installing ${what} …`);
  // First, so that an interrupted installation is never taken for a whole one.
  rmSync(stampOf(directory), { force: true });
  await npmCi(node, directory, isWhole);
  mkdirSync(path.dirname(stampOf(directory)), { recursive: true });
  writeFileSync(stampOf(directory), wantedStamp(node, directory));
  say(`installed ${what} in ${seconds(started)}`);
}

/** The package that carries Node for this machine, and the file in it. */
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

/** The Node everything runs on when it needs no installation, else null. */
export function nodeInPlace(root) {
  const { version, file } = pinnedBinary(path.join(root, 'runtime'));
  if (hostMajor === Number(version.slice(1).split('.')[0])) return process.execPath;
  return file !== null && existsSync(file) && versionOf(file) === version ? file : null;
}

/**
 * The Node everything runs on: the host's when it has the pinned major, else the pinned one from `runtime/`, else a host
 * that is new enough. Installing must happen with this very Node, because npm silently skips optional packages that
 * exclude the Node it runs on (a native binding of the build tool went missing that way).
 */
export async function chooseNode(root) {
  const runtime = path.join(root, 'runtime');
  const { version, file } = pinnedBinary(runtime);
  const present = nodeInPlace(root);
  if (present !== null) return present;
  if (file !== null) {
    rmSync(stampOf(runtime), { force: true });
    const isThere = () => existsSync(file);
    await installPackages(process.execPath, runtime, `Node ${version.slice(1)}`, isThere);
    if (versionOf(file) === version) return file;
  }
  if (hostMajor >= OLDEST_HOST_MAJOR) {
    say(`no Node ${version} for this machine; using its own ${process.version}`);
    return process.execPath;
  }
  throw new Stop(
    `Savelet runs on Node ${version.slice(1)}. There is no ready-made one for ${process.platform}-${process.arch}, and the Node here is ${process.version}. Install Node ${OLDEST_HOST_MAJOR} or newer and run the command again.`,
  );
}
