import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { median, residentBytes } from './process-usage.ts';
import { startSavelet } from './server-process.ts';

const STARTS = 5;
const IDLE_MS = 5_000;

/** Measures the median start time of five starts, and the resident memory after five idle seconds. */
export const benchStart = async (): Promise<string[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-bench-'));
  const ready: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const savelet = await startSavelet({ DATA_DIR: folder });
    ready.push(savelet.readyMs);
    if (start === STARTS - 1) await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    memory.push(await residentBytes(savelet.pid));
    await savelet.stop();
  }
  await rm(folder, { recursive: true, force: true });
  return [
    `start: ${median(ready).toFixed(0)} ms from node to ready (${ready.map((ms) => ms.toFixed(0)).join(', ')})`,
    `idle memory: ${((memory.at(-1) ?? 0) / 1e6).toFixed(1)} MB resident after ${IDLE_MS / 1000} s`,
  ];
};
