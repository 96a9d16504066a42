// Entry point of every npm script. It uses only built-in modules and the syntax of Node 18, because it runs on the host's Node and installs
// the pinned Node (docs/adr/0002).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './run/browser.mjs';
import { printBudgets } from './run/budgets.mjs';
import { buildClient, isBuildCurrent } from './run/build.mjs';
import { check } from './run/check.mjs';
import { forwardSignals, run } from './run/child.mjs';
import { arePackagesCurrent, chooseNode, installedNode, installPackages } from './run/install.mjs';
import { withLock } from './run/lock.mjs';
import { Stop, say, seconds } from './run/say.mjs';
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './run/server-flags.mjs';
import { languageFlags, siteLanguage } from './run/site-language.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const cache = path.join(root, '.cache');
const { savelet: _server, ...programs } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).bin;
const VITEST = 'node_modules/vitest/vitest.mjs';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
/** Node flags with which `npm run dev` restarts when server code changes. Vite reloads browser code. */
const WATCH_FLAGS = ['--watch-path=src/server', '--watch-path=src/shared', '--watch-preserve-output'];
/** Number of repetitions of each reliability scenario in the long form; `npm test` runs the short form. */
const RELIABILITY_RUNS = '25';

const CANNOT_WRITE = ['EROFS', 'EACCES', 'EPERM'];

/** Installs Node and the packages, then runs `more`, while a lock excludes other starts. Returns Node's path and the result of `more`. */
async function prepare(more = async () => undefined) {
  try {
    return await withLock(path.join(cache, 'prepare.lock'), async () => {
      const node = await chooseNode(root);
      await installPackages(node, root, 'packages');
      return { node, extra: await more(node) };
    });
  } catch (error) {
    if (!CANNOT_WRITE.includes(error.code)) throw error;
    throw new Stop(
      `This folder cannot be written (${error.code}), and something in it is not installed or built yet. Run "npm run build" in it while it can be written.`,
    );
  }
}

/** Returns Node's path for a command that needs the packages and, if `needsBuild`, the built pages; installs and builds what is missing. */
async function prepareServer({ needsBuild }) {
  const present = installedNode(root);
  if (present !== null && arePackagesCurrent(present, root) && (!needsBuild || isBuildCurrent(root)))
    return present;
  const { node } = await prepare((chosen) => (needsBuild ? buildClient(root, chosen) : undefined));
  return node;
}

const runNode = (node, args, env = {}) =>
  run(node, [...languageFlags(siteLanguage(root)), ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: path.join(cache, 'compiled'), ...process.env, ...env },
  });

/** Installs what the tests need: packages, a browser and the built pages. Returns Node's path and the environment for the tests. */
async function prepareTests(browserOptions) {
  // The tests assert English sentences, whatever the caller has set.
  delete process.env.SITE_LANGUAGE;
  const { node, extra } = await prepare(async (chosen) => {
    const browser = await ensureBrowser(root, chosen, browserOptions);
    await installPackages(chosen, path.join(root, 'tests', 'observatory'), 'the header analysers');
    await buildClient(root, chosen);
    return browser;
  });
  // NODE_ENV is `test`, whatever the caller has set.
  return { node, env: { CHROMIUM_PATH: extra, NODE_ENV: 'test' } };
}

const commands = {
  async start(args) {
    // The sources answer `--version`, because asking for the version must not start a build.
    if (args.includes('--version'))
      return runNode(await prepareServer({ needsBuild: false }), ['src/server/main.ts', ...args]);
    const node = await prepareServer({ needsBuild: true });
    say(`ready to start after ${seconds()}`);
    return runNode(node, [...SERVER_FLAGS, 'dist/program/main.js', ...args], {
      ...SERVER_ENVIRONMENT,
      NODE_ENV: 'production',
    });
  },
  async dev(args) {
    const { node } = await prepare();
    return runNode(node, [...WATCH_FLAGS, 'scripts/dev.ts', ...args], {
      NODE_ENV: 'development',
    });
  },
  async build() {
    await prepare((chosen) => buildClient(root, chosen));
    return 0;
  },
  async release(args) {
    const { node } = await prepare((chosen) => buildClient(root, chosen));
    return runNode(node, ['scripts/release.mjs', ...args]);
  },
  async setup() {
    await prepareTests();
    say(`everything is in place after ${seconds()}`);
    return 0;
  },
  async check() {
    const { node } = await prepare();
    const failed = await check(root, node);
    printBudgets(root);
    await runNode(node, ['bench/files-per-request.ts']);
    if (failed.length > 0) throw new Stop(`These checks failed: ${failed.join(', ')}.`);
    say('all checks passed');
    return 0;
  },
  async format(args) {
    const { node } = await prepare();
    return runNode(node, [BIOME, 'check', '--write', ...args]);
  },
  async test(args) {
    const { node, env } = await prepareTests({ prefersHeadless: true });
    return runNode(node, [VITEST, 'run', ...args], env);
  },
  async 'test:full'(args) {
    const { node, env } = await prepareTests({ prefersHeadless: true });
    return runNode(node, [VITEST, 'run', ...args], { ...env, SAVELET_TESTS: 'full', RELIABILITY_RUNS });
  },
  async screenshots() {
    const { node, env } = await prepareTests();
    return runNode(node, ['scripts/screenshots.ts'], env);
  },
  async bench(args) {
    const { node, extra } = await prepare(async (chosen) => {
      await buildClient(root, chosen);
      return ensureBrowser(root, chosen);
    });
    return runNode(node, ['bench/run.ts', ...args], { NODE_ENV: 'production', CHROMIUM_PATH: extra });
  },
};

/** Commands for the programs other than the server, such as `backup`, which run from their sources. */
for (const [name, file] of Object.entries(programs))
  commands[name] ??= async (args) =>
    runNode(await prepareServer({ needsBuild: false }), [file, ...args], { NODE_ENV: 'production' });

async function main() {
  const [name = 'start', ...args] = process.argv.slice(2);
  if (!Object.hasOwn(commands, name))
    throw new Stop(`There is no command "${name}". The commands are ${Object.keys(commands).join(', ')}.`, 2);
  forwardSignals();
  return commands[name](args);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(`[savelet] ${error.message}`);
  process.exitCode = error.exitCode;
}
