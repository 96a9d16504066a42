import type { LastUpdate, UpdateFinding } from '#shared/contract/yt-dlp-updates.ts';
import type { ActivityLine } from '../activity/activity-log.ts';
import type { Logger } from '../observability/logger.ts';
import type { InstallResult, RunningUpdate } from './install-program.ts';
import type { ProgramStore } from './program-store.ts';
import { findingOfError } from './update-failure.ts';

/** An operation, and what the activity log says about its end. */
export interface UpdateOrder {
  readonly isScheduled: boolean;
  readonly operate: (show: (changes: Partial<RunningUpdate>) => void) => Promise<InstallResult>;
  /** Returns the line for the activity log; null for none. `version` is null if it did not become known. */
  readonly describe: (finding: UpdateFinding, version: string | null) => ActivityLine | null;
}

/** Runs operations in the background, one at a time, and stores how each ended. */
export interface UpdateJob {
  /** Returns the progress of the operation; null if none is running. */
  running(): RunningUpdate | null;
  /** Starts an operation. Call it only while none is running. */
  start(order: UpdateOrder): void;
  /** Stores how an operation ended that a killed process has left behind. */
  recordInterruption(): Promise<void>;
  /** Resolves when no operation is running. */
  ended(): Promise<void>;
}

interface UpdateJobParts {
  readonly store: Pick<ProgramStore, 'save'>;
  /** Writes a line of the activity log. Must not reject. */
  readonly record: (line: ActivityLine) => Promise<void>;
  /** Called after a step and after the end, with true if another program has taken over. */
  readonly onChange: (isSwitched: boolean) => void;
  /** Aborts when the server closes. */
  readonly signal: AbortSignal;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => number;
}

const isSwitch = (finding: UpdateFinding): boolean => finding === 'installed' || finding === 'rolled_back';

/** Creates the runner of operations. */
export const createUpdateJob = ({ store, record, onChange, signal, log, now }: UpdateJobParts): UpdateJob => {
  let progress: RunningUpdate | null = null;
  let work: Promise<void> = Promise.resolve();

  /** Stores and logs how an operation ended. A full disk must not hide it from the log and the activity. */
  const finish = async (
    { finding, trial = [] }: InstallResult,
    { version, isScheduled }: Pick<LastUpdate, 'version' | 'isScheduled'>,
  ): Promise<void> => {
    const last = { at: new Date(now()).toISOString(), isScheduled, version, finding, trial: [...trial] };
    await store
      .save({ last })
      .catch((err: unknown) => log.warn({ err }, 'the result of the update of yt-dlp could not be stored'));
    const line = { version, finding, scheduled: isScheduled };
    if (isSwitch(finding) || finding === 'up_to_date') log.info(line, 'the update of yt-dlp has ended');
    else log.warn(line, 'the update of yt-dlp has ended without a new program');
  };

  const resultOfError = (err: unknown): InstallResult => {
    const finding = signal.aborted ? 'interrupted' : findingOfError(err);
    // The other findings say enough.
    if (finding === 'fault' || finding === 'does_not_run') log.warn({ err }, 'the update of yt-dlp failed');
    return { finding };
  };

  const carryOut = async ({ isScheduled, operate, describe }: UpdateOrder): Promise<void> => {
    let shown: RunningUpdate = { step: 'looking', version: null, received: 0, total: null };
    progress = shown;
    const show = (changes: Partial<RunningUpdate>): void => {
      const isNextStep = changes.step !== undefined && changes.step !== shown.step;
      shown = { ...shown, ...changes };
      progress = shown;
      if (isNextStep) onChange(false);
    };
    const result = await operate(show).catch(resultOfError);
    const { version } = shown;
    await finish(result, { version, isScheduled });
    const line = describe(result.finding, version);
    if (line !== null) await record(line);
    progress = null;
    onChange(isSwitch(result.finding));
  };

  return {
    running: () => progress,
    start(order) {
      work = carryOut(order);
    },
    recordInterruption: () => finish({ finding: 'interrupted' }, { version: null, isScheduled: false }),
    ended: () => work,
  };
};
