import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { backups } from '#messages/backups.ts';
import { type BackupSchedule, type Backups, backupsSchema } from '#shared/contract/backups.ts';
import { text } from '#shared/messages/text.ts';
import { StartError } from '../base/config/start-error.ts';
import type { Database } from '../base/db/database.ts';
import { DatabaseFullError } from '../base/db/database-fault.ts';
import { jsonRow } from '../base/db/key-value-row.ts';
import type { Logger } from '../base/observability/logger.ts';
import { type Actor, writeActivity } from '../people/activity/activity-log.ts';
import { type BackupParts, backupsFolderIn, nameOfBackup, writeBackup } from './backup-archive.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Maximum milliseconds of a backup; one that takes longer has hung. */
const BACKUP_MAX_MS = 60 * 60 * 1_000;
/** Milliseconds from the claim of a backup until the backup is due again, for this or another instance, if it has no result by then. */
const CLAIM_MS = 1.5 * BACKUP_MAX_MS;
/** Milliseconds after which an alert that was not accepted is sent again. */
const ALERT_AGAIN_MS = 10 * 60 * 1_000;

/**
 * Schedule and last result of the nightly backup. `alertAt` is the time of the next alert in milliseconds since 1970; null if there is none
 * to send.
 */
const ROW = jsonRow('backups', z.extend(backupsSchema, { alertAt: z.nullable(z.number()) }));
type Stored = Backups & { readonly alertAt: number | null };
const FIRST: Stored = { hour: null, keep: 7, nextAt: null, last: null, alertAt: null };

interface NightlyParts extends BackupParts {
  readonly database: Database;
  readonly log: Logger;
  readonly now?: () => number;
}

/**
 * Sends an alert to the owner's webhook if there is one. `event` is the kind of the event, `time` its time (ISO 8601), `sentence` what the
 * owner reads. Resolves to false if the webhook did not accept the alert, and to true if there is no webhook.
 */
type SendAlert = (event: string, time: string, sentence: string, signal: AbortSignal) => Promise<boolean>;

const nextAfter = (hour: number | null, at: number): string | null => {
  if (hour === null) return null;
  const today = new Date(at).setUTCHours(hour, 0, 0, 0);
  return new Date(today > at ? today : today + DAY_MS).toISOString();
};

const describe = ({ hour, keep }: BackupSchedule): string | null =>
  hour === null ? null : `${text(backups, 'hourOf', { hour: String(hour).padStart(2, '0') })} (${keep})`;

/**
 * Removes all but the newest `keptCount` nightly backups of a folder, and the unfinished files and folders that killed processes left in it
 * a day ago or earlier.
 */
const prune = async (folder: string, keptCount: number): Promise<void> => {
  const names = (await readdir(folder)).toSorted();
  const old = names.filter((name) => name.endsWith('-nightly.tar.gz')).slice(0, -keptCount);
  for (const name of names.filter((one) => /^preparing-|\.gz\.[\da-f]{12}$/.test(one))) {
    // Another process that shares the folder may have ended meanwhile, and removed it.
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - DAY_MS) old.push(name);
  }
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true });
};

/**
 * Creates the object that stores the schedule of the nightly backup, and makes the backup when `runIfDue` finds it due. Of several
 * instances, only the first to claim a due backup in the database makes it.
 */
export const createNightlyBackups = ({ config, build, database, log, now = Date.now }: NightlyParts) => {
  const read = async (query: Parameters<typeof ROW.read>[0]) => (await ROW.read(query)) ?? FIRST;
  /**
   * Stores the changes that `change` returns, and records them in the activity log if there is an `actor`. Returns what was stored before;
   * null if `change` returned false.
   */
  const update = (change: (stored: Stored) => Partial<Stored> | false, actor: Actor = null) =>
    database.write(async (trx) => {
      const before = await read(trx);
      const changes = change(before);
      if (changes === false) return null;
      const after = { ...before, ...changes };
      await ROW.write(trx, after);
      const line = { action: 'backups_scheduled', before: describe(before), after: describe(after) } as const;
      if (actor !== null) await writeActivity(trx, [{ actor, ...line }], now());
      return before;
    });
  const isDue = ({ nextAt }: Stored): boolean => nextAt !== null && Date.parse(nextAt) <= now();
  const isAlertDue = ({ alertAt }: Stored): boolean => alertAt !== null && alertAt <= now();

  /** Makes a backup, removes old ones, and returns the result. Rejects only when `signal` aborts, with its reason. */
  const make = async (keptCount: number, signal: AbortSignal): Promise<NonNullable<Backups['last']>> => {
    const folder = backupsFolderIn(config.dataDir);
    const file = path.join(folder, nameOfBackup('nightly'));
    const at = new Date(now()).toISOString();
    const deadline = AbortSignal.timeout(BACKUP_MAX_MS);
    try {
      await writeBackup({ config, build }, file, AbortSignal.any([signal, deadline]));
      log.info({ backup: path.basename(file) }, 'the nightly backup was made');
      await prune(folder, keptCount).catch((err: unknown) =>
        log.warn({ err }, 'earlier nightly backups were not removed'),
      );
      return { at, bytes: (await stat(file)).size, error: null };
    } catch (err) {
      signal.throwIfAborted();
      // What runs PostgreSQL's programs has the address of the server in its cause.
      const fault = err instanceof StartError ? { reason: err.message } : { err };
      log.warn(fault, 'the nightly backup was not made');
      const said = err instanceof Error ? err.message : String(err);
      return { at, bytes: null, error: deadline.aborted ? text(backups, 'tookTooLong') : said };
    }
  };
  const backUp = async (signal: AbortSignal): Promise<void> => {
    // When this process is killed, the backup is due again.
    const nextAt = new Date(now() + CLAIM_MS).toISOString();
    const claimed = await update((stored) => isDue(stored) && { nextAt });
    if (claimed === null) return;
    const last = await make(claimed.keep, signal).catch(() => null);
    // The owner may have chosen another hour meanwhile.
    const then = (stored: Stored, next: string | null) => (stored.nextAt === nextAt ? { nextAt: next } : {});
    // A backup that the stop of the server interrupts is made after the next start.
    if (last === null) await update((stored) => then(stored, claimed.nextAt));
    else {
      const alertAt = last.error === null ? null : now();
      await update((stored) => ({ last, alertAt, ...then(stored, nextAfter(stored.hour, now())) }));
    }
  };
  /** Due time of the last backup for which `reportFull` sent an alert; null if there was none. */
  let reportedDue: string | null = null;
  /**
   * If `err` says that the disk of the database is full, logs and sends to the webhook that the backup due at `due` was not made, once for
   * each due time. On a full disk, the database cannot store the result of the backup.
   */
  const reportFull = async (err: unknown, due: string | null, send: SendAlert, signal: AbortSignal) => {
    if (!(err instanceof DatabaseFullError) || reportedDue === due || due === null) return;
    reportedDue = due;
    log.warn({ err }, 'the nightly backup was not made');
    await send('backup-failed', due, text(backups, 'notMade', { sentence: err.message }), signal);
  };
  const sendDue = async (send: SendAlert, signal: AbortSignal): Promise<void> => {
    const claimed = await update((stored) => isAlertDue(stored) && { alertAt: now() + ALERT_AGAIN_MS });
    if (!claimed?.last) return;
    const { at, error } = claimed.last;
    const sentence = text(backups, 'notMade', { sentence: error ?? '' });
    if (await send('backup-failed', at, sentence, signal)) await update(() => ({ alertAt: null }));
  };
  return {
    /** Returns the schedule, the time of the next backup and the last result. Throws DatabaseUnavailableError. */
    async state(): Promise<Backups> {
      const { alertAt: _, ...state } = await read(database.query);
      return state;
    },
    /**
     * Stores the schedule with the time of the next backup, and records the change in the activity log. Throws DatabaseUnavailableError.
     */
    schedule: (schedule: BackupSchedule, actor: Actor) =>
      update(() => ({ ...schedule, nextAt: nextAfter(schedule.hour, now()) }), actor),
    /**
     * Makes the backup if it is due, even if it was missed while no server ran, and sends the alert if that is due. Throws
     * DatabaseUnavailableError.
     */
    async runIfDue(send: SendAlert, signal: AbortSignal): Promise<void> {
      const stored = await read(database.query);
      if (isDue(stored))
        await backUp(signal).catch(async (err: unknown) => {
          await reportFull(err, stored.nextAt, send, signal);
          throw err;
        });
      if (isAlertDue(await read(database.query))) await sendDue(send, signal);
    },
  };
};
