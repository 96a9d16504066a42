import type {
  InstalledProgram,
  YtDlpChannel,
  YtDlpSchedule,
  YtDlpUpdates,
} from '#shared/contract/yt-dlp-updates.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { ActivityLine, Actor } from '../people/activity/activity-log.ts';
import {
  findingOfError,
  installProgram,
  isNewer,
  type ProgramChecks,
  type RunningUpdate,
  rollBackProgram,
  type UpdateResult,
} from './install-program.ts';
import { createNightlyTimer } from './nightly-timer.ts';
import { openProgramStore } from './program-store.ts';
import type { ReleaseServer } from './release-server.ts';

/** Minimum milliseconds between two requests for the newest version while somebody looks at the panel. */
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;

/**
 * Error code of a refused call. `update_busy`: another operation is running. `update_unavailable`: this installation cannot update yt-dlp,
 * or there is no program that the operation needs.
 */
export type UpdateRefusal = 'update_busy' | 'update_unavailable';

export interface YtDlpUpdatesParts extends ProgramChecks {
  readonly dataDir: string;
  /**
   * Server of the releases, or why there is none: YTDLP_PATH names the program ('environment'), or the releases have no program for this
   * machine ('machine').
   */
  readonly releases: ReleaseServer | 'environment' | 'machine';
  /** Returns the version that the program in use has reported; null if it is unknown. */
  readonly versionInUse: () => string | null;
  /** Writes a line of the activity log. */
  readonly record: (line: ActivityLine) => Promise<void>;
  /** Called after a change of the state; `isSwitched` is true if the installed program has changed or was removed. */
  readonly onChange: (isSwitched: boolean) => void;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Installs yt-dlp when the owner asks for it, updates it every night if the owner wants that, goes back to the previous version, and
 * removes the programs.
 */
export type YtDlpUpdatesService = Awaited<ReturnType<typeof openYtDlpUpdates>>;

const nameOf = (program: InstalledProgram | null): string | null =>
  program && `${program.version} (${program.channel})`;

/** Loads the installed programs and starts the nightly update if it is on. Never rejects. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the state of the one operation
export const openYtDlpUpdates = async (parts: YtDlpUpdatesParts) => {
  const { releases, onChange, log } = parts;
  const unavailable = typeof releases === 'string' ? releases : null;
  const store = await openProgramStore(parts.dataDir, log);
  const closing = new AbortController();
  const { signal } = closing;
  let lookedAt = 0;
  /** Whether the programs or their schedule are being changed, which one call at a time may do. */
  let isBusy = false;
  let running: RunningUpdate | null = null;
  let work: Promise<void> = Promise.resolve();

  const warn = (message: string) => (err: unknown) => log.warn({ err }, message);
  const record = (line: ActivityLine): Promise<void> =>
    parts.record(line).catch(warn('the activity log could not be written'));

  /**
   * Returns the newest known version of the channel if it is newer than the given program, else null. Requests the newest version in the
   * background, at most every LOOK_EVERY_MS.
   */
  const newerThan = ({ channel, version }: InstalledProgram): string | null => {
    if (typeof releases === 'string') return null;
    if (!isBusy && !signal.aborted && Date.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = Date.now();
      // The panel shows no newer version if this fails; an installation reports the failure.
      releases
        .readNewestVersion(channel, signal)
        .then(() => onChange(false))
        .catch(() => undefined);
    }
    const known = releases.lastNewestVersion(channel);
    return known !== null && isNewer(known, version) ? known : null;
  };

  const show = (changes: Partial<RunningUpdate>): void => {
    running = { step: 'looking', version: null, ...running, ...changes };
    onChange(false);
  };

  /**
   * Begins to change the programs or their schedule; `work` settles as the change does. Returns null, or why the change is not possible.
   */
  const begin = (isPossible: boolean, change: () => Promise<void>): UpdateRefusal | null => {
    if (unavailable !== null || !isPossible) return 'update_unavailable';
    if (isBusy) return 'update_busy';
    isBusy = true;
    const { current } = store.current();
    work = change().finally(() => {
      isBusy = false;
      running = null;
      timer.plan();
      onChange(store.current().current !== current);
    });
    return null;
  };

  /**
   * Carries out an operation. Logs and stores its result, and records a failure or a change of the program in the activity log. `actor` is
   * null for the nightly update. Never rejects.
   */
  const carryOut = async (actor: Actor, operate: () => Promise<UpdateResult>): Promise<void> => {
    show({});
    const { current: before } = store.current();
    const result = await operate().catch((err: unknown) => ({
      finding: findingOfError(err),
      checkedPlatforms: [],
      err,
    }));
    const finding = signal.aborted && 'err' in result ? 'interrupted' : result.finding;
    // The other findings say enough.
    if (finding === 'fault' || finding === 'does_not_run') warn('the update of yt-dlp failed')(result.err);
    const isSwitched = finding === 'installed' || finding === 'rolled_back';
    const isGood = isSwitched || finding === 'up_to_date';
    const version = running?.version ?? null;
    const isScheduled = actor === null;
    log[isGood ? 'info' : 'warn'](
      { version, finding, scheduled: isScheduled },
      `the update of yt-dlp has ended${isGood ? '' : ' without a new program'}`,
    );
    // A full disk must not hide it from the activity.
    await store
      .save({
        last: {
          at: new Date().toISOString(),
          isScheduled,
          version,
          finding,
          check: result.checkedPlatforms ?? [],
        },
      })
      .catch(warn('the result of the update of yt-dlp could not be stored'));
    const { current: after } = store.current();
    const line = { actor, subject: version };
    if (!isGood) await record({ ...line, action: 'yt_dlp_refused' });
    if (isSwitched)
      await record({ ...line, action: `yt_dlp_${finding}`, before: nameOf(before), after: nameOf(after) });
  };

  const install = (channel: YtDlpChannel, actor: Actor): UpdateRefusal | null => {
    if (typeof releases === 'string') return 'update_unavailable';
    const order = { releases, channel, isScheduled: actor === null };
    return begin(true, () =>
      carryOut(actor, () => installProgram({ ...parts, ...order, store, showProgress: show, signal })),
    );
  };

  const timer = createNightlyTimer(
    () => store.current().schedule !== 'off' && unavailable === null && !signal.aborted,
    () => {
      const { schedule } = store.current();
      if (schedule !== 'off') install(schedule, null);
    },
  );
  timer.plan();

  return {
    /** Returns the path of the installed program; null if there is none. */
    program(): string | null {
      const { current } = store.current();
      return current && store.pathOf(current);
    },
    /** Returns the state for the panel. May request the newest version in the background. */
    state(): YtDlpUpdates {
      const { current } = store.current();
      return {
        ...store.current(),
        unavailable,
        version: parts.versionInUse(),
        newer: current && newerThan(current),
        nextAt: timer.nextAt(),
        running,
      };
    },
    /** Starts to install the newest version of a channel; `state` shows the progress and the result. Returns why it cannot start, else null. */
    install,
    /** Starts to go back to the previous version. Returns why it cannot start, else null. */
    rollBack: (actor: Actor): UpdateRefusal | null =>
      begin(store.current().previous !== null, () =>
        carryOut(actor, () => rollBackProgram({ ...parts, store, showProgress: show, signal })),
      ),
    /**
     * Removes the installed programs with the last result, and stops the nightly update. Processes that run one of them keep its file until
     * they end. Resolves to why this is not possible, else to null when it is done. Rejects with the error of the file system.
     */
    async remove(actor: Actor): Promise<UpdateRefusal | null> {
      const { current } = store.current();
      const refusal = begin(current !== null, async () => {
        await store.save({ current: null, previous: null, schedule: 'off', last: null });
        await record({ actor, action: 'yt_dlp_removed', before: nameOf(current), after: null });
      });
      return refusal ?? work.then(() => null);
    },
    /**
     * Chooses the channel of the nightly update, or 'off'. Resolves to why this is not possible, else to null when it is done. Rejects with
     * the error of the file system.
     */
    async schedule(schedule: YtDlpSchedule, actor: Actor): Promise<UpdateRefusal | null> {
      const { current, schedule: before } = store.current();
      const refusal = begin(schedule === 'off' || current !== null, async () => {
        if (schedule === before) return;
        await store.save({ schedule });
        await record({ actor, action: 'yt_dlp_scheduled', before, after: schedule });
      });
      return refusal ?? work.then(() => null);
    },
    /** Stops the nightly update, aborts an installation, which then changes nothing, and waits for the end of the running operation. */
    async close(): Promise<void> {
      closing.abort(new Error('the server is closing'));
      timer.plan();
      await work.catch(() => undefined);
    },
  };
};
