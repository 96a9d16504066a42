import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Measured figure, with its unit. `title` names it in the table. */
export interface Figure {
  readonly title: string;
  readonly value: number;
  readonly unit: string;
  /** Maximum or minimum for the value; absent for a figure without a goal. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** Alternative with which the figure is compared: its name, and its value in the same run. */
  readonly alternative?: { readonly name: string; readonly value: number };
}

/** Result of a benchmark that this machine cannot run. `skipped` is the reason. */
export interface SkippedBenchmark {
  readonly skipped: string;
}

const IDLE_SAMPLE_MS = 2_000;
/** Maximum share of the cores (0 to 1) that other programs may use during a run that counts. */
const OTHER_LOAD_MAX = 0.1;

const ratioOf = ({ value, alternative }: Figure): number | null =>
  alternative === undefined ? null : value / alternative.value;

const goalText = ({ goal }: Figure): string => {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `<= ${formatValue(goal.atMost)}` : `>= ${formatValue(goal.atLeast)}`;
};

/** Returns whether a figure reaches its goal; null without a goal. */
const isReached = ({ value, goal }: Figure): boolean | null => {
  if (goal === undefined) return null;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
};

/** Formats a number with three significant digits; from 100 on, as a whole number. */
const formatValue = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));

/**
 * Returns a table with a line for each figure: its name, its value, its goal, whether it reaches the goal, and its ratio to the
 * alternative.
 */
export const formatTable = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const reached = isReached(figure);
    return [
      figure.title,
      `${formatValue(figure.value)} ${figure.unit}`,
      goalText(figure),
      reached === null ? '' : reached ? 'reached' : 'MISSED',
      ratio === null || figure.alternative === undefined
        ? ''
        : `${ratio.toFixed(2)} x ${figure.alternative.name} (${formatValue(figure.alternative.value)})`,
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

/**
 * Returns the seconds of processor time that the host has withheld from this virtual machine since its start; 0 where the system does not
 * report it.
 */
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

/**
 * Measures for two seconds which share of the cores (0 to 1) all programs use, and resolves with it. Call this while no benchmark runs, so
 * that the share is that of other programs.
 */
export const measureOtherLoad = async (): Promise<number> => {
  const before = busyTime();
  await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS));
  const after = busyTime();
  return (after.busy - before.busy) / Math.max(1, after.total - before.total);
};

/**
 * Returns whether the machine was quiet enough for a run to count. `otherLoad` is the share of the cores (0 to 1) that other programs used
 * or the host withheld.
 */
export const isQuiet = (otherLoad: number): boolean => otherLoad <= OTHER_LOAD_MAX;

/** Describes the machine by the number and model of its cores, without a comma. */
export const describeMachine = (): string =>
  `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}`.replaceAll(',', ' ');

const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/**
 * Returns the short hash of the measured commit, with a plus sign if files of src or the lock file differ from the commit; 'unknown'
 * without git data.
 */
export const describeCommit = (): string => {
  const commit = git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'unknown';
  return git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'package-lock.json') === ''
    ? commit
    : `${commit}+`;
};
