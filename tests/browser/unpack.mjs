// Unpacks the Chromium of the package beside this file into node_modules/.browser, where the next `npm ci` removes it
// again, and leaves a start script there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const browser = path.join(import.meta.dirname, 'node_modules', '.browser');
const unpacking = `${browser}.unpacking`;
rmSync(unpacking, { recursive: true, force: true });
rmSync(browser, { recursive: true, force: true });
mkdirSync(unpacking, { recursive: true });
// The package unpacks into the system's temporary folder and takes whatever lies there under its names for its own.
process.env.TMPDIR = unpacking;

const { default: chromium, inflate } = await import('@sparticuz/chromium');
await chromium.executablePath();
const packed = path.join(import.meta.dirname, 'node_modules', '@sparticuz', 'chromium', 'bin');
await inflate(path.join(packed, 'al2023.tar.br'));

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${browser}/fonts/fonts</dir>
  <cachedir>${browser}/fonts/cache</cachedir>
</fontconfig>
`;
writeFileSync(path.join(unpacking, 'fonts', 'fonts.conf'), fonts);

/** The machine's own libraries are the better match; the carried ones are for a machine that has none. */
const starter = (libraries) => `#!/bin/sh
export FONTCONFIG_FILE='${browser}/fonts/fonts.conf'
${libraries ? `export LD_LIBRARY_PATH='${browser}/al2023/lib'\n` : ''}exec '${browser}/chromium' "$@"
`;
renameSync(unpacking, browser);
const script = path.join(browser, 'chromium.sh');
for (const libraries of [false, true]) {
  const candidate = `${script}.new`;
  writeFileSync(candidate, starter(libraries), { mode: 0o755 });
  const answer = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
  if (answer.status === 0) {
    renameSync(candidate, script);
    process.exit(0);
  }
  if (libraries) process.stderr.write(answer.stderr ?? '');
}
process.exit(1);
