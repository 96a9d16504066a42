/**
 * `npm run bench`: runs the benchmarks, prints one table with their figures and writes the table to bench/result.txt, which git ignores.
 * The arguments name the benchmarks to run; without arguments, all run.
 */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import process from 'node:process';
import {
  describeCommit,
  describeMachine,
  type Figure,
  formatTable,
  isQuiet,
  measureOtherLoad,
  type SkippedBenchmark,
  stolenSeconds,
} from './figure.ts';
import { benchPreview } from './preview-latency.ts';
import { benchStart } from './start-up.ts';
import { benchTunnel } from './tunnel-cost.ts';
import { benchWaiting } from './waiting-streams.ts';

const PARTS: Readonly<Record<string, () => Promise<Figure[] | SkippedBenchmark>>> = {
  start: benchStart,
  preview: benchPreview,
  waiting: benchWaiting,
  tunnel: benchTunnel,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

const started = new Date();
const figures: Figure[] = [];
let otherLoad = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  // The load of other programs is measured before and after each part, so that work that begins or ends during the part is noticed. The
  // processor time that the host withholds is measured during the part.
  otherLoad = Math.max(otherLoad, await measureOtherLoad());
  const [stolen, begun] = [stolenSeconds(), performance.now()];
  console.error(`measuring ${name} …`);
  const measured = await part().catch((error: unknown) => {
    // A failed part does not stop the run, so that the figures of the other parts are not lost.
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
    return [];
  });
  const withheld = (stolenSeconds() - stolen) / ((performance.now() - begun) / 1_000) / os.cpus().length;
  otherLoad = Math.max(otherLoad, withheld, await measureOtherLoad());
  if ('skipped' in measured) console.error(`${name} is skipped: ${measured.skipped}`);
  else figures.push(...measured);
}

const busy = `${(otherLoad * 100).toFixed(0)} % of the cores busy with other work`;
const report = `${started.toISOString()}, commit ${describeCommit()}, Node ${process.version}, ${describeMachine()}, ${busy}
${formatTable(figures)}
${isQuiet(otherLoad) ? '' : `This run does not count: the machine is busy (${busy}).\n`}`;
console.log(report);
await writeFile(new URL('result.txt', import.meta.url), report);
