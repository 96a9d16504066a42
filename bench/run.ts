/** `npm run bench`: runs the benchmarks and prints their figures. Arguments name the parts to run; none means all. */
import os from 'node:os';
import process from 'node:process';
import { benchLive } from './live-settings.ts';
import { hasNginx } from './nginx.ts';
import { benchPage } from './page-rate.ts';
import { weighPage } from './page-weight.ts';
import { benchPreview } from './preview-latency.ts';
import { benchStart } from './start-up.ts';
import { benchTunnel } from './tunnel-cost.ts';
import { benchWaiting } from './waiting-streams.ts';

const benchWeight = async (): Promise<string[]> => {
  const { script, style } = await weighPage('dist/client');
  return [
    `page weight, gzip: script ${(script / 1024).toFixed(1)} KB, style ${(style / 1024).toFixed(1)} KB`,
  ];
};

const PARTS: Readonly<Record<string, () => Promise<string[]>>> = {
  weight: benchWeight,
  start: benchStart,
  preview: benchPreview,
  page: benchPage,
  live: benchLive,
  waiting: benchWaiting,
  tunnel: async () =>
    hasNginx() ? benchTunnel() : ['tunnel: skipped, nginx is not installed on this machine'],
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

const [load = 0] = os.loadavg();
console.log(
  `${new Date().toISOString()}, Node ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}, load ${load.toFixed(2)}`,
);
for (const [name, part] of Object.entries(PARTS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  for (const line of await part()) console.log(line);
}
