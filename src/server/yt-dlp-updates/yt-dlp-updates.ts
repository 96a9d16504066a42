import path from 'node:path';
import type {
  InstalledProgram,
  UpdateFinding,
  YtDlpChannel,
  YtDlpSchedule,
  YtDlpUpdates,
} from '#shared/contract/yt-dlp-updates.ts';
import type { ActivityLine, Actor } from '../activity/activity-log.ts';
import type { Logger } from '../observability/logger.ts';
import {
  installProgram,
  type ProgramChecks,
  type RunningUpdate,
  rollBackProgram,
  type UpdateResult,
} from './install-program.ts';
import { createNightlyTimer } from './nightly-timer.ts';
import { openProgramStore } from './program-store.ts';
import { type Machine, releaseFileFor } from './release-file.ts';
import type { ReleaseServer } from './release-server.ts';
import { compareVersions } from './release-version.ts';
import { findingOfError } from './update-failure.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Time after which the release server is asked again while somebody looks at the panel. */
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;
/** Folder in DATA_DIR. */
const FOLDER = 'yt-dlp';

/** Ends of an operation that need no warning. */
const SUCCESSES: ReadonlySet<UpdateFinding> = new Set(['installed', 'rolled_back', 'up_to_date']);

/** Why a call was not carried out. */
export type UpdateRefusal = 'busy' | 'unavailable';

/** Installs yt-dlp on the owner's order, keeps it up to date if the owner wants that, and goes back to the version before. */
export interface YtDlpUpdatesService {
  /** Returns the path of the installed program; null if there is none. */
  program(): string | null;
  /** Returns the state for the panel. Looks for a newer version in the background if the last look is hours ago. */
  state(): YtDlpUpdates;
  /** Starts to install the newest version of a channel; `state` shows the progress and the result. Continues when the caller leaves. */
  install(channel: YtDlpChannel, actor: Actor): UpdateRefusal | null;
  /** Starts to go back to the previous version, which then becomes the current one. */
  rollBack(actor: Actor): UpdateRefusal | null;
  /** Removes the installed programs and stops the nightly update. Rejects with the error of the file system. */
  remove(actor: Actor): Promise<UpdateRefusal | null>;
  /** Chooses the channel of the nightly update. Rejects with the error of the file system. */
  schedule(schedule: YtDlpSchedule, actor: Actor): Promise<UpdateRefusal | null>;
  /** Aborts an installation, which then changes nothing, and waits for its end. */
  close(): Promise<void>;
}

export interface YtDlpUpdatesParts extends ProgramChecks {
  readonly dataDir: string;
  /** Server of the releases; null while YTDLP_PATH names the program. */
  readonly releases: ReleaseServer | null;
  readonly machine: Machine;
  /** Returns the version that the program in use has reported; null if it is unknown. */
  readonly versionInUse: () => string | null;
  /** Writes a line of the activity log. */
  readonly record: (line: ActivityLine) => Promise<void>;
  /** Called after a change of the state, and with true after another program has taken over. */
  readonly onChange: (isSwitched: boolean) => void;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns at least 0 and less than 1. */
  readonly random?: () => number;
}

/** An operation: what it is called in the activity log when it succeeds, and who has ordered it. */
interface Order {
  readonly action: 'yt_dlp_installed' | 'yt_dlp_rolled_back';
  readonly actor: Actor;
  readonly isScheduled: boolean;
  readonly operate: () => Promise<UpdateResult>;
}

const idOf = ({ version, channel }: InstalledProgram): string => `${version} (${channel})`;

/** Returns the age of a version in whole days; null if its first part is no date. */
const ageOf = ({ version }: InstalledProgram, now: number): number | null => {
  const released = Date.parse(version.slice(0, 10).replaceAll('.', '-'));
  return Number.isNaN(released) ? null : Math.max(0, Math.floor((now - released) / DAY_MS));
};

/** Opens the installed programs and starts the nightly update if it is on. Never rejects. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share the state of the one operation
export const openYtDlpUpdates = async (parts: YtDlpUpdatesParts): Promise<YtDlpUpdatesService> => {
  const { releases, machine, onChange, log, now, random = Math.random } = parts;
  const { store, wasInterrupted } = await openProgramStore(path.resolve(parts.dataDir, FOLDER), log);
  const closing = new AbortController();
  const { signal } = closing;
  const fileName = releaseFileFor(machine);
  const canInstall = releases !== null && fileName !== null;
  const known = new Map<YtDlpChannel, string>();
  const lookedAt = new Map<YtDlpChannel, number>();
  let progress: RunningUpdate | null = null;
  let work: Promise<void> = Promise.resolve();
  /** Whether a removal is under way, during which nothing else may begin. */
  let isRemoving = false;
  const isBusy = (): boolean => isRemoving || progress !== null;

  const record = (line: ActivityLine): Promise<void> =>
    parts.record(line).catch((err: unknown) => log.warn({ err }, 'the activity log could not be written'));

  const newest = async (channel: YtDlpChannel, callSignal: AbortSignal): Promise<string> => {
    if (releases === null) throw new TypeError('there is no release server');
    lookedAt.set(channel, now());
    const version = await releases.newest(channel, callSignal);
    known.set(channel, version);
    return version;
  };

  /** Looks for a newer version in the background, unless that was done within the last hours. */
  const refreshNewest = (channel: YtDlpChannel): void => {
    if (signal.aborted || now() - (lookedAt.get(channel) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return;
    // The panel shows no newer version if this fails; an installation reports the failure.
    newest(channel, signal).then(
      () => onChange(false),
      () => undefined,
    );
  };

  const newerThan = ({ channel, version }: InstalledProgram): string | null => {
    const found = known.get(channel);
    return found !== undefined && compareVersions(found, version) > 0 ? found : null;
  };

  const show = (changes: Partial<RunningUpdate>): void => {
    const before = progress ?? { step: 'looking', version: null, received: 0, total: null };
    progress = { ...before, ...changes };
    if (progress.step !== before.step) onChange(false);
  };

  /** Stores and logs how an operation ended. A full disk must not hide it from the log and the activity. */
  const finish = async (
    { finding, check = [] }: UpdateResult,
    version: string | null,
    isScheduled: boolean,
  ) => {
    await store
      .save({ last: { at: new Date(now()).toISOString(), isScheduled, version, finding, check } })
      .catch((err: unknown) => log.warn({ err }, 'the result of the update of yt-dlp could not be stored'));
    const line = { version, finding, scheduled: isScheduled };
    if (SUCCESSES.has(finding)) log.info(line, 'the update of yt-dlp has ended');
    else log.warn(line, 'the update of yt-dlp has ended without a new program');
  };

  const carryOut = async ({ action, actor, isScheduled, operate }: Order): Promise<void> => {
    const { current: before } = store.current();
    const result = await operate().catch((err: unknown): UpdateResult => {
      const finding = signal.aborted ? 'interrupted' : findingOfError(err);
      // The other findings say enough.
      if (finding === 'fault' || finding === 'does_not_run') log.warn({ err }, 'the update of yt-dlp failed');
      return { finding };
    });
    const version = progress?.version ?? null;
    await finish(result, version, isScheduled);
    const { current: after } = store.current();
    const isSwitched = result.finding === 'installed' || result.finding === 'rolled_back';
    const line = { actor, subject: version };
    if (isSwitched)
      await record({ ...line, action, before: before && idOf(before), after: after && idOf(after) });
    else if (result.finding !== 'up_to_date') await record({ ...line, action: 'yt_dlp_refused' });
    progress = null;
    onChange(isSwitched);
  };

  const start = (order: Order): void => {
    show({});
    work = carryOut(order);
  };

  const startInstall = (channel: YtDlpChannel, actor: Actor, isScheduled: boolean): UpdateRefusal | null => {
    if (releases === null || fileName === null) return 'unavailable';
    if (isBusy()) return 'busy';
    const from = { ...releases, newest };
    const operate = () =>
      installProgram({ channel, isScheduled }, { ...parts, releases: from, fileName, store, show, signal });
    start({ action: 'yt_dlp_installed', actor, isScheduled, operate });
    return null;
  };

  const timer = createNightlyTimer({
    isOn: () => store.current().schedule !== 'off' && canInstall,
    lastDay: store.current().scheduledOn,
    async run(day) {
      await store
        .save({ scheduledOn: day })
        .catch((err: unknown) => log.warn({ err }, 'the night of the update of yt-dlp could not be stored'));
      const { schedule } = store.current();
      if (schedule === 'off' || signal.aborted) return;
      if (startInstall(schedule, null, true) === null) await work;
    },
    now,
    random,
  });

  /** Removes the installed programs. Processes that run one of them keep its file until they end. */
  const removePrograms = async (actor: Actor): Promise<void> => {
    const { current } = store.current();
    await store.save({ current: null, previous: null, schedule: 'off', last: null });
    await store.prune();
    timer.plan();
    await record({ actor, action: 'yt_dlp_removed', before: current && idOf(current), after: null });
    onChange(true);
  };

  if (wasInterrupted) await finish({ finding: 'interrupted' }, null, false);
  timer.plan();

  return {
    program() {
      const { current } = store.current();
      return current === null ? null : store.pathOf(current);
    },
    state() {
      const { scheduledOn: _scheduledOn, ...stored } = store.current();
      const { current } = stored;
      const nextAt = timer.nextAt();
      if (current !== null && canInstall && progress === null) refreshNewest(current.channel);
      return {
        ...stored,
        unavailable: releases === null ? 'environment' : fileName === null ? 'machine' : null,
        version: parts.versionInUse(),
        ageDays: current === null ? null : ageOf(current, now()),
        newer: current === null ? null : newerThan(current),
        nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
        running: progress,
      };
    },
    install: (channel, actor) => startInstall(channel, actor, false),
    rollBack(actor) {
      if (!canInstall || store.current().previous === null) return 'unavailable';
      if (isBusy()) return 'busy';
      const operate = () => rollBackProgram({ ...parts, store, show, signal });
      start({ action: 'yt_dlp_rolled_back', actor, isScheduled: false, operate });
      return null;
    },
    async remove(actor) {
      if (!canInstall || store.current().current === null) return 'unavailable';
      if (isBusy()) return 'busy';
      isRemoving = true;
      try {
        await removePrograms(actor);
      } finally {
        isRemoving = false;
      }
      return null;
    },
    async schedule(schedule, actor) {
      const { current, schedule: before } = store.current();
      if (!canInstall || (schedule !== 'off' && current === null)) return 'unavailable';
      if (isRemoving) return 'busy';
      if (schedule === before) return null;
      await store.save({ schedule });
      timer.plan();
      await record({ actor, action: 'yt_dlp_scheduled', before, after: schedule });
      onChange(false);
      return null;
    },
    async close() {
      closing.abort(new Error('the server is closing'));
      timer.stop();
      await work;
    },
  };
};
