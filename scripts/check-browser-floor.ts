// A step of `npm run check`: fails when a built file needs a newer browser than the floor. Arguments: folders of builds.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BROWSER_FLOOR } from './browser-floor/browser-floor.ts';
import { type Breach, scriptBreaches } from './browser-floor/script-breaches.ts';
import { styleBreaches } from './browser-floor/style-breaches.ts';

const CHECKS: Readonly<Record<string, (text: string) => readonly Breach[]>> = {
  '.js': scriptBreaches,
  '.css': styleBreaches,
};

const given = process.argv.slice(2);
const folders = given.length > 0 ? given : ['dist/client', 'dist/panel'];
let files = 0;
let breaches = 0;
for (const folder of folders)
  for (const name of await readdir(folder, { recursive: true })) {
    const check = CHECKS[path.extname(name)];
    if (check === undefined) continue;
    files += 1;
    for (const { key, reason } of check(await readFile(path.join(folder, name), 'utf8'))) {
      breaches += 1;
      console.error(`${folder}/${name}: ${reason} (${key})`);
    }
  }
if (files === 0) throw new Error(`no built files in ${folders.join(' and ')}`);
const floor = Object.entries(BROWSER_FLOOR).map(([browser, version]) => `${browser} ${version}`);
console.log(`${String(files)} built files for ${floor.join(', ')}`);
if (breaches > 0) {
  console.error(
    'A page needs a newer browser than docs/browsers.md promises: use what the older ones have, or test for the feature.',
  );
  process.exitCode = 1;
}
