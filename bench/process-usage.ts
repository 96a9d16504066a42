import { readFile, writeFile } from 'node:fs/promises';

/** Clock ticks per second in /proc, fixed at 100 by the Linux ABI for user space. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds (user and system) a process has used so far. Linux only. */
export const cpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The command name may hold spaces; fields are counted after its closing bracket. 14 utime, 15 stime (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
};

const statusBytes = async (pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
};

/** Returns a process's resident memory in bytes. Linux only. */
export const residentBytes = (pid: number): Promise<number> => statusBytes(pid, 'VmRSS');

/** Resets the peak of a process's resident memory, which `peakResidentBytes` returns, to the present value. Linux only. */
export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Returns the peak of a process's resident memory in bytes since its start or the last `resetPeak`. Linux only. */
export const peakResidentBytes = (pid: number): Promise<number> => statusBytes(pid, 'VmHWM');

/** Returns the ids of a process's children. Linux only. */
export const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);

/** Returns the quantile of a list at `share` (0 to 1), by default the median; NaN for an empty list. */
export const quantile = (values: readonly number[], share = 0.5): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
