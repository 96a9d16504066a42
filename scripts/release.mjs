// `npm run release`: writes the release tree and its archive to dist/release. A machine needs neither Node nor npm to run the tree, which
// the image also contains (deploy/Dockerfile). Arguments: a target such as linux-arm64, and `--tree` for no archive. Runs on the pinned
// Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readBuildInfo } from '../src/server/base/observability/build-info.ts';
import { npmCi } from './run/install.mjs';
import { Stop, say, seconds } from './run/say.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const OUT = path.join(ROOT, 'dist/release');
const TARGETS = ['linux-x64', 'linux-arm64'];
const COPIED = [
  'LICENSE',
  'deploy',
  'dist/client',
  'dist/panel',
  'dist/program',
  'dist/server',
  'src/server/engines/sample/media',
  ...fs.globSync('docs/*.md', { cwd: ROOT }),
];

const text = (file) => fs.readFileSync(path.resolve(ROOT, file), 'utf8');
const json = (file) => JSON.parse(text(file));
const written = (value) => `${JSON.stringify(value, null, 2)}\n`;
const run = (command, args, cwd = OUT) => spawnSync(command, args, { cwd, encoding: 'utf8' });

/**
 * Adds to `found` the lock entries of the package `name`, which the package at `from` needs, and of all that `name` needs, and returns
 * `found`. Leaves out entries that `isUsed` rejects and what only they need. The keys are paths, as in the lock file.
 */
function lockEntries(packages, name, isUsed, found = {}, from = '') {
  const parts = from.split('/node_modules/');
  const folders = ['', ...parts.map((_part, depth) => parts.slice(0, depth + 1).join('/node_modules/'))];
  const key = folders
    .map((folder) => path.posix.join(folder, 'node_modules', name))
    .findLast((one) => one in packages);
  if (key === undefined || key in found || !isUsed(packages[key])) return found;
  const entry = packages[key];
  found[key] = { ...entry, dev: undefined };
  for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
    lockEntries(packages, needed, isUsed, found, key);
  return found;
}

/** Installs the target's Node and the packages that are not bundled in `folder`. Returns their lock entries. */
async function installFor(target, folder) {
  const [os, cpu] = target.split('-');
  const node = `node-${target}`;
  const entries = (isUsed) => ({
    ...lockEntries(json('package-lock.json').packages, 'sharp', isUsed),
    ...lockEntries(json('runtime/package-lock.json').packages, node, isUsed),
  });
  // The lock file also contains the packages that only other systems need, because npm compares the whole lock file with package.json.
  const packages = entries(() => true);
  const root = {
    name: 'savelet-release',
    dependencies: { sharp: packages['node_modules/sharp'].version },
    optionalDependencies: { [node]: packages[`node_modules/${node}`].version },
  };
  const lock = { name: root.name, lockfileVersion: 3, requires: true, packages: { '': root, ...packages } };
  fs.mkdirSync(folder, { recursive: true });
  fs.cpSync(path.join(ROOT, '.npmrc'), path.join(folder, '.npmrc'));
  fs.writeFileSync(path.join(folder, 'package.json'), written(root));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), written(lock));
  const isFor = (list, value) => list === undefined || list.includes(value);
  const used = entries((of) => isFor(of.os, os) && isFor(of.cpu, cpu) && isFor(of.libc, 'glibc'));
  const isComplete = () => Object.keys(used).every((key) => fs.existsSync(path.join(folder, key)));
  await npmCi(process.execPath, folder, isComplete, [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc']);
  return used;
}

/**
 * Returns name, version, licence and licence text of each bundled package, of each package at `places` in the tree, of the fonts, and of
 * the MP3 encoder that a package contains.
 */
function packagesOf(tree, places) {
  const bundled = fs
    .globSync('dist/*/.vite/license.json', { cwd: ROOT })
    .flatMap((file) => json(file).map(({ identifier, ...rest }) => ({ license: identifier, ...rest })));
  // The bundler's list leaves out the packages of workers.
  const inWorkers = ['mediabunny', 'wasm-media-encoders'].map((name) =>
    path.join(ROOT, 'node_modules', name),
  );
  const installed = [...places.map((key) => path.join(tree, key)), ...inWorkers].map((folder) => {
    const files = fs.readdirSync(folder).filter((name) => /^(?:licen[cs]e|third-party)/i.test(name));
    const texts = files.map((name) => text(path.join(folder, name)));
    return { ...json(path.join(folder, 'package.json')), text: texts.join('\n') };
  });
  const own = (name, license, file) => ({ name, version: '', license, text: text(file) });
  const others = [
    own('fonts', 'OFL-1.1', 'src/web/styles/fonts/OFL.txt'),
    own('LAME 3.100', 'LGPL-2.0-or-later', 'src/web/workbench/sound/LAME.txt'),
  ];
  const byName = new Map(
    [...bundled, ...installed, ...others].map((one) => [`${one.name} ${one.version}`.trim(), one]),
  );
  return [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns the bill of materials (CycloneDX) of a tree. The package of libvips lists the libraries that libvips contains. */
function billOf({ version, commit }, packages, nodeVersion, tree) {
  const component = (type, name, of, rest) => ({ type, name, version: of, 'bom-ref': rest.purl, ...rest });
  const npm = packages
    .filter(([, { version: of }]) => of !== '')
    .map(([, { name, version: of, license }]) =>
      component('library', name, of, {
        purl: `pkg:npm/${name.replace('@', '%40')}@${of}`,
        ...(license && { licenses: [{ expression: license }] }),
      }),
    );
  const inside = fs
    .globSync('node_modules/@img/sharp-libvips-*/versions.json', { cwd: tree })
    .flatMap((file) => Object.entries(json(path.join(tree, file))))
    .map(([name, of]) => component('library', name, of, { purl: `pkg:generic/${name}@${of}` }));
  const cpe = `cpe:2.3:a:nodejs:node.js:${nodeVersion}:*:*:*:*:*:*:*`;
  const runtime = component('platform', 'node', nodeVersion, {
    purl: `pkg:generic/node@${nodeVersion}`,
    cpe,
  });
  const main = { type: 'application', name: 'savelet', version, purl: `pkg:generic/savelet@${version}` };
  const properties = commit === null ? [] : [{ name: 'commit', value: commit }];
  const metadata = { component: { ...main, 'bom-ref': main.purl, properties } };
  const components = [runtime, ...npm, ...inside];
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components };
}

const checksum = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** Returns the checksums of all files in a folder, in the format of `sha256sum`. */
const checksumsOf = (folder) =>
  fs
    .globSync('**/*', { cwd: folder, exclude: ['SHA256SUMS'] })
    .concat(fs.globSync('dist/*/.vite/*', { cwd: folder }))
    .filter((name) => fs.lstatSync(path.join(folder, name)).isFile())
    .toSorted()
    .map((name) => `${checksum(path.join(folder, name))}  ${name}\n`)
    .join('');

async function writeTree(tree, target, build) {
  const { name, version, description, license, type, bin } = json('package.json');
  fs.rmSync(tree, { recursive: true, force: true });
  const carrier = path.join(ROOT, '.cache/release', target);
  const entries = await installFor(target, carrier);
  const filter = (from) => !from.includes('/.vite/license.');
  for (const from of COPIED)
    fs.cpSync(path.join(ROOT, from), path.join(tree, from), { recursive: true, filter });
  const node = path.join(carrier, `node_modules/node-${target}`);
  for (const file of ['bin/node', 'LICENSE'])
    fs.cpSync(path.join(node, file), path.join(tree, 'runtime', path.basename(file)));
  // Removes the names of functions, which are a fifth of the file and serve only debuggers. A file that strip cannot read stays as it is.
  run('strip', ['--strip-unneeded', path.join(tree, 'runtime/node')]);
  const places = Object.keys(entries).filter((key) => !key.endsWith(`/node-${target}`));
  for (const key of places.filter((one) => one.lastIndexOf('node_modules/') === 0))
    fs.cpSync(path.join(carrier, key), path.join(tree, key), { recursive: true });
  fs.cpSync(path.join(ROOT, 'deploy/start.sh'), path.join(tree, 'savelet'));
  fs.chmodSync(path.join(tree, 'savelet'), 0o755);
  for (const program of Object.keys(bin))
    if (program !== 'savelet') fs.symlinkSync('savelet', path.join(tree, program));
  fs.writeFileSync(path.join(tree, 'package.json'), written({ name, version, description, license, type }));
  if (build.commit !== null) fs.writeFileSync(path.join(tree, 'dist/commit'), build.commit);
  const packages = packagesOf(tree, places);
  const texts = packages.map(
    ([title, one]) => `${title} (${one.license ?? 'see the text'})\n\n${one.text ?? ''}\n`,
  );
  const rule = `\n${'-'.repeat(78)}\n\n`;
  const head =
    'What Savelet contains, with its licences. That of Node.js and its parts is runtime/LICENSE.\n';
  fs.writeFileSync(path.join(tree, 'THIRD-PARTY-LICENSES'), [head, ...texts].join(rule));
  const nodeVersion = entries[`node_modules/node-${target}`].version;
  fs.writeFileSync(path.join(tree, 'sbom.cdx.json'), written(billOf(build, packages, nodeVersion, tree)));
  fs.writeFileSync(path.join(tree, 'SHA256SUMS'), checksumsOf(tree));
}

/** Returns the version, with the commit unless the commit has the version's tag. Throws Stop for a commit with another version's tag. */
function versionName({ version, commit }) {
  const tags =
    run('git', ['tag', '--points-at', 'HEAD', 'v*'], ROOT).stdout?.split('\n').filter(Boolean) ?? [];
  if (tags.length > 0 && !tags.includes(`v${version}`))
    throw new Stop(`The commit has the tag ${tags[0]}, but package.json has the version ${version}.`);
  return tags.length > 0 || commit === null ? version : `${version}-${commit}`;
}

async function main() {
  const args = process.argv.slice(2);
  const target = args.find((arg) => !arg.startsWith('--')) ?? `${process.platform}-${process.arch}`;
  if (!TARGETS.includes(target))
    throw new Stop(`There are releases for ${TARGETS.join(' and ')}, not for ${target}.`);
  const build = await readBuildInfo(ROOT);
  const name = `savelet-${versionName(build)}-${target}`;
  await writeTree(path.join(OUT, name), target, build);
  say(`wrote dist/release/${name} after ${seconds()}`);
  if (args.includes('--tree')) return;
  const archive = `${name}.tar.xz`;
  // These options make two archives of the same commit equal, byte for byte.
  const time = run('git', ['log', '-1', '--format=--mtime=%cI'], ROOT).stdout?.trim() || '--mtime=today';
  const owned = ['--sort=name', time, '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX'];
  const { status, stderr } = run('tar', [...owned, '-I', 'xz -T0', '-cf', archive, name]);
  if (status !== 0) throw new Stop(`The archive could not be written: ${stderr ?? 'there is no tar here'}`);
  fs.writeFileSync(path.join(OUT, `${archive}.sha256`), `${checksum(path.join(OUT, archive))}  ${archive}\n`);
  say(`wrote dist/release/${archive} after ${seconds()}`);
}

main().catch((error) => {
  console.error(error instanceof Stop ? `[savelet] ${error.message}` : error);
  process.exitCode = 1;
});
