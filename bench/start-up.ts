import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Figure } from './figure.ts';
import { quantile, residentBytes } from './process-usage.ts';
import { startSavelet } from './server-process.ts';

const STARTS = 5;
const IDLE_MS = 5_000;
const GOAL_READY_MS = 1_000;
const GOAL_IDLE_MB = 160;

/** Measures five starts of the server: the median time until it is ready, and its median resident memory after five idle seconds. */
export const benchStart = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const readyTimes: number[] = [];
  const residentSizes: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const savelet = await startSavelet({ DATA_DIR: folder });
    readyTimes.push(savelet.readyMs);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    residentSizes.push(await residentBytes(savelet.pid));
    await savelet.stop();
  }
  await rm(folder, { recursive: true, force: true });
  return [
    {
      title: 'start: from node to ready',
      value: quantile(readyTimes),
      unit: 'ms',
      goal: { atMost: GOAL_READY_MS },
    },
    {
      title: `start: resident after ${IDLE_MS / 1_000} idle seconds`,
      value: quantile(residentSizes) / 1e6,
      unit: 'MB',
      goal: { atMost: GOAL_IDLE_MB },
    },
  ];
};
