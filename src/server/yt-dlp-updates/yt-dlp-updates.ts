import path from 'node:path';
import type {
  InstalledProgram,
  YtDlpChannel,
  YtDlpSchedule,
  YtDlpUpdates,
} from '#shared/contract/yt-dlp-updates.ts';
import type { ActivityLine, Actor } from '../activity/activity-log.ts';
import { createInstaller, type Installer, type ProgramTests } from './install-program.ts';
import { createNewerLookup } from './newer-lookup.ts';
import { createNightlyTimer } from './nightly-timer.ts';
import { openProgramStore, type ProgramStore } from './program-store.ts';
import { type Machine, releaseFileFor } from './release-file.ts';
import type { ReleaseServer } from './release-server.ts';
import { createUpdateJob, type UpdateJob, type UpdateOrder } from './update-job.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Folder in DATA_DIR. */
const FOLDER = 'yt-dlp';

/** Why a call was not carried out. */
export type UpdateRefusal = 'busy' | 'unavailable';

/** Installs yt-dlp on the owner's order, keeps it up to date if the owner wants that, and goes back to the version before. */
export interface YtDlpUpdatesService {
  /** Returns the path of the installed program; null if there is none. */
  program(): string | null;
  /** Returns the state for the panel. Looks for a newer version in the background if the last look is hours ago. */
  state(): YtDlpUpdates | Promise<YtDlpUpdates>;
  /** Starts to install the newest version of a channel; `state` shows the progress and the result. Continues when the caller leaves. */
  install(channel: YtDlpChannel, actor: Actor): UpdateRefusal | null | Promise<UpdateRefusal | null>;
  /** Starts to go back to the previous version, which then becomes the current one. */
  rollBack(actor: Actor): UpdateRefusal | null | Promise<UpdateRefusal | null>;
  /** Removes the installed programs and stops the nightly update. Rejects with the error of the file system. */
  remove(actor: Actor): Promise<UpdateRefusal | null>;
  /** Chooses the channel of the nightly update. Rejects with the error of the file system. */
  schedule(schedule: YtDlpSchedule, actor: Actor): Promise<UpdateRefusal | null>;
  /** Aborts an installation, which then changes nothing, and waits for its end. */
  close(): Promise<void>;
}

/** The service of this process. */
export interface OwnYtDlpUpdates extends YtDlpUpdatesService {
  state(): YtDlpUpdates;
  install(channel: YtDlpChannel, actor: Actor): UpdateRefusal | null;
  rollBack(actor: Actor): UpdateRefusal | null;
}

export interface YtDlpUpdatesParts extends ProgramTests {
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
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns at least 0 and less than 1. */
  readonly random?: () => number;
}

const idOf = ({ version, channel }: InstalledProgram): string => `${version} (${channel})`;

/** Returns the age of a version in whole days; null if its first part is no date. */
const ageOf = ({ version }: InstalledProgram, now: number): number | null => {
  const released = Date.parse(version.slice(0, 10).replaceAll('.', '-'));
  return Number.isNaN(released) ? null : Math.max(0, Math.floor((now - released) / DAY_MS));
};

/** Creates the orders for an operation, with the lines of the activity log that follow them. */
const createOrders = (installer: Installer, store: ProgramStore, signal: AbortSignal) => ({
  install(channel: YtDlpChannel, actor: Actor, isScheduled: boolean): UpdateOrder {
    const { current } = store.current();
    return {
      isScheduled,
      operate: (show) => installer.install({ channel, isScheduled, show, signal }),
      describe(finding, version) {
        if (finding === 'up_to_date') return null;
        const line = { actor, subject: version };
        return finding === 'installed' && version !== null
          ? {
              ...line,
              action: 'yt_dlp_installed',
              before: current && idOf(current),
              after: idOf({ version, channel }),
            }
          : { ...line, action: 'yt_dlp_refused' };
      },
    };
  },
  rollBack(current: InstalledProgram, previous: InstalledProgram, actor: Actor): UpdateOrder {
    return {
      isScheduled: false,
      operate: (show) => installer.rollBack({ show, signal }),
      describe(finding) {
        const line = { actor, subject: previous.version };
        return finding === 'rolled_back'
          ? { ...line, action: 'yt_dlp_rolled_back', before: idOf(current), after: idOf(previous) }
          : { ...line, action: 'yt_dlp_refused' };
      },
    };
  },
});

interface Changes {
  readonly store: ProgramStore;
  readonly record: (line: ActivityLine) => Promise<void>;
  readonly onChange: YtDlpUpdatesParts['onChange'];
  /** Called after the nightly update was chosen or stopped. */
  readonly plan: () => void;
}

/** Removes the installed programs. Processes that run one of them keep its file until they end. */
const removePrograms = async ({ store, record, onChange, plan }: Changes, actor: Actor): Promise<void> => {
  const { current } = store.current();
  await store.save({ current: null, previous: null, schedule: 'off', last: null });
  await store.prune();
  plan();
  await record({ actor, action: 'yt_dlp_removed', before: current && idOf(current), after: null });
  onChange(true);
};

const chooseSchedule = async (
  { store, record, onChange, plan }: Changes,
  schedule: YtDlpSchedule,
  actor: Actor,
): Promise<void> => {
  const { schedule: before } = store.current();
  if (schedule === before) return;
  await store.save({ schedule });
  plan();
  await record({ actor, action: 'yt_dlp_scheduled', before, after: schedule });
  onChange(false);
};

/** Parts of the service that the nightly update needs. */
interface Nightly extends Pick<YtDlpUpdatesParts, 'log' | 'now' | 'random'> {
  readonly store: ProgramStore;
  readonly isBusy: () => boolean;
  readonly job: UpdateJob;
  readonly orders: ReturnType<typeof createOrders> | null;
  readonly signal: AbortSignal;
}

const createTimer = ({ store, job, isBusy, orders, signal, log, now, random = Math.random }: Nightly) =>
  createNightlyTimer({
    isOn: () => store.current().schedule !== 'off' && orders !== null,
    lastDay: store.current().scheduledOn,
    async run(day) {
      await store
        .save({ scheduledOn: day })
        .catch((err: unknown) => log.warn({ err }, 'the night of the update of yt-dlp could not be stored'));
      const { schedule } = store.current();
      if (schedule === 'off' || orders === null || isBusy() || signal.aborted) return;
      job.start(orders.install(schedule, null, true));
      await job.ended();
    },
    now,
    random,
  });

/** Opens the installed programs and starts the nightly update if it is on. Never rejects. */
export const openYtDlpUpdates = async (parts: YtDlpUpdatesParts): Promise<OwnYtDlpUpdates> => {
  const { releases, machine, onChange, log, now } = parts;
  const { store, wasInterrupted } = await openProgramStore(path.resolve(parts.dataDir, FOLDER), log);
  const closing = new AbortController();
  const { signal } = closing;
  const fileName = releaseFileFor(machine);
  const record = (line: ActivityLine): Promise<void> =>
    parts.record(line).catch((err: unknown) => log.warn({ err }, 'the activity log could not be written'));
  const job = createUpdateJob({ store, record, onChange, signal, log, now });
  const lookup =
    releases === null ? null : createNewerLookup({ releases, signal, onFound: () => onChange(false), now });
  const orders =
    releases === null || lookup === null || fileName === null
      ? null
      : createOrders(
          createInstaller({ ...parts, releases: { ...releases, newest: lookup.newest }, fileName, store }),
          store,
          signal,
        );
  /** Whether a removal is under way, during which nothing else may begin. */
  let isRemoving = false;
  const isBusy = (): boolean => isRemoving || job.running() !== null;
  const timer = createTimer({ ...parts, store, job, isBusy, orders, signal });
  const changes: Changes = { store, record, onChange, plan: timer.plan };
  if (wasInterrupted) await job.recordInterruption();
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
      if (current !== null && orders !== null && job.running() === null) lookup?.refresh(current.channel);
      return {
        ...stored,
        unavailable: releases === null ? 'environment' : fileName === null ? 'machine' : null,
        version: parts.versionInUse(),
        ageDays: current === null ? null : ageOf(current, now()),
        newer: current === null ? null : (lookup?.newerThan(current) ?? null),
        nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
        running: job.running(),
      };
    },
    install(channel, actor) {
      if (orders === null) return 'unavailable';
      if (isBusy()) return 'busy';
      job.start(orders.install(channel, actor, false));
      return null;
    },
    rollBack(actor) {
      const { current, previous } = store.current();
      if (orders === null || current === null || previous === null) return 'unavailable';
      if (isBusy()) return 'busy';
      job.start(orders.rollBack(current, previous, actor));
      return null;
    },
    async remove(actor) {
      if (orders === null || store.current().current === null) return 'unavailable';
      if (isBusy()) return 'busy';
      isRemoving = true;
      try {
        await removePrograms(changes, actor);
      } finally {
        isRemoving = false;
      }
      return null;
    },
    async schedule(schedule, actor) {
      if (orders === null || (schedule !== 'off' && store.current().current === null)) return 'unavailable';
      if (isRemoving) return 'busy';
      await chooseSchedule(changes, schedule, actor);
      return null;
    },
    async close() {
      closing.abort(new Error('the server is closing'));
      timer.stop();
      await job.ended();
    },
  };
};
