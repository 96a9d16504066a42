import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** One measured figure. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** Limit that the figure must not exceed, or not fall below; none for a figure that only informs. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** Name and value of the alternative that was measured in the same run. */
  readonly against?: { readonly name: string; readonly value: number };
}

/** A part that could not be measured on this machine, and why. */
export interface Skipped {
  readonly skipped: string;
}

const IDLE_SAMPLE_MS = 2_000;
/** Share of the cores that other programs may use during a run that counts. */
const BUSY_SHARE = 0.1;

const ratioOf = ({ value, against }: Figure): number | null =>
  against === undefined ? null : value / against.value;

const goalOf = ({ goal }: Figure): string => {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `<= ${formatValue(goal.atMost)}` : `>= ${formatValue(goal.atLeast)}`;
};

/** Returns whether a figure reaches its goal; null without a goal. */
const isReached = ({ value, goal }: Figure): boolean | null => {
  if (goal === undefined) return null;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
};

/** Writes a number with three significant digits, and large ones as whole numbers. */
const formatValue = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/** Returns a table with a line for each figure: what it is, the figure, its goal, the ratio to what it is compared with. */
export const formatTable = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const reached = isReached(figure);
    return [
      figure.what,
      `${formatValue(figure.value)} ${figure.unit}`,
      goalOf(figure),
      reached === null ? '' : reached ? 'reached' : 'MISSED',
      ratio === null || figure.against === undefined
        ? ''
        : `${ratio.toFixed(2)} x ${figure.against.name} (${formatValue(figure.against.value)})`,
    ];
  });
  const table = [['figure', 'value', 'goal', '', 'compared'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Returns the seconds that the host of a virtual machine has withheld from its cores; 0 where the system does not say. */
export const stolenSeconds = (): number => {
  try {
    // The eighth number of the first line, in hundredths of a second (proc(5)).
    return Number(readFileSync('/proc/stat', 'latin1').split(/\s+/, 9)[8]) / 100 || 0;
  } catch {
    return 0;
  }
};

const busyTime = (): { busy: number; total: number } => {
  let busy = 0;
  let total = 0;
  for (const { times } of os.cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    busy += sum - times.idle;
    total += sum;
  }
  return { busy, total };
};

/** Resolves with the share of the cores (0 to 1) that other programs use, measured for two seconds while no benchmark runs. */
export const measureOtherLoad = async (): Promise<number> => {
  const before = busyTime();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS));
  const after = busyTime();
  return (after.busy - before.busy) / Math.max(1, after.total - before.total);
};

/** Returns whether a run counts. `otherLoad` is the share of the cores (0 to 1) that other programs used or the host withheld. */
export const isQuiet = (otherLoad: number): boolean => otherLoad <= BUSY_SHARE;

/** Describes the machine, without a comma. */
export const describeMachine = (): string =>
  `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}`.replaceAll(',', ' ');

const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** Returns the commit that is measured, with a plus sign if files differ from it. */
export const describeCommit = (): string => {
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'package-lock.json') === ''
    ? commit
    : `${commit}+`;
};
