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
/** A backup that takes longer has hung. Another instance, or a later run, makes it when this time and a half has passed. */
const BACKUP_MAX_MS = 60 * 60 * 1_000;
const CLAIM_MS = 1.5 * BACKUP_MAX_MS;
/** Time after which an alert that was not accepted is sent again. */
const ALERT_AGAIN_MS = 10 * 60 * 1_000;

/** `alertAt` is the time of the next alert in milliseconds since 1970; null if there is nothing to say. */
const ROW = jsonRow('backups', z.extend(backupsSchema, { alertAt: z.nullable(z.number()) }));
type Stored = Backups & { readonly alertAt: number | null };
const FIRST: Stored = { hour: null, keep: 7, nextAt: null, last: null, alertAt: null };

interface NightlyParts extends BackupParts {
  readonly database: Database;
  readonly log: Logger;
  readonly now?: () => number;
}

/** Sends an alert about what happened `at` a time to the owner's webhook if there is one; resolves to false if it was not accepted. */
type SendAlert = (event: string, at: string, sentence: string, signal: AbortSignal) => Promise<boolean>;

const nextAfter = (hour: number | null, at: number): string | null => {
  if (hour === null) return null;
  const today = new Date(at).setUTCHours(hour, 0, 0, 0);
  return new Date(today > at ? today : today + DAY_MS).toISOString();
};

const describe = ({ hour, keep }: BackupSchedule): string | null =>
  hour === null ? null : `${text(backups, 'hourOf', { hour: String(hour).padStart(2, '0') })} (${keep})`;

/** Removes all but the newest nightly backups of a folder, and what killed processes left there a day ago or earlier. */
const prune = async (folder: string, keep: number): Promise<void> => {
  const names = (await readdir(folder)).toSorted();
  const old = names.filter((name) => name.endsWith('-nightly.tar.gz')).slice(0, -keep);
  for (const name of names.filter((one) => /^preparing-|\.gz\.[\da-f]{12}$/.test(one))) {
    // Another process that shares the folder may have ended meanwhile, and removed it.
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - DAY_MS) old.push(name);
  }
  for (const name of old) await rm(path.join(folder, name), { recursive: true, force: true });
};

/** Makes a backup every night, on the instance that claims it in the database first. */
export const createNightlyBackups = ({ config, build, database, log, now = Date.now }: NightlyParts) => {
  const read = async (query: Parameters<typeof ROW.read>[0]) => (await ROW.read(query)) ?? FIRST;
  /** Stores the changes that `change` returns, if any, as a deed of `actor`, if any. Returns what was stored before them, or null. */
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

  /** Rejects only if the signal interrupts it. */
  const make = async (keep: number, signal: AbortSignal): Promise<NonNullable<Backups['last']>> => {
    const folder = backupsFolderIn(config.dataDir);
    const file = path.join(folder, nameOfBackup('nightly'));
    const at = new Date(now()).toISOString();
    const deadline = AbortSignal.timeout(BACKUP_MAX_MS);
    try {
      await writeBackup({ config, build }, file, AbortSignal.any([signal, deadline]));
      log.info({ backup: path.basename(file) }, 'the nightly backup was made');
      await prune(folder, keep).catch((err: unknown) =>
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
    // One that the server's stop interrupts is made after the next start.
    if (last === null) await update((stored) => then(stored, claimed.nextAt));
    else {
      const alertAt = last.error === null ? null : now();
      await update((stored) => ({ last, alertAt, ...then(stored, nextAfter(stored.hour, now())) }));
    }
  };
  /** Says once for each due time that the backup cannot be made on a full disk, which also keeps its result from being stored. */
  let reportedFor: string | null = null;
  const reportFull = async (err: unknown, due: string | null, send: SendAlert, signal: AbortSignal) => {
    if (!(err instanceof DatabaseFullError) || reportedFor === due || due === null) return;
    reportedFor = due;
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
    async state(): Promise<Backups> {
      const { alertAt: _, ...state } = await read(database.query);
      return state;
    },
    schedule: (schedule: BackupSchedule, actor: Actor) =>
      update(() => ({ ...schedule, nextAt: nextAfter(schedule.hour, now()) }), actor),
    /** Makes the backup that is due, also one that was missed while no server ran, and sends the alert that is due. */
    async runDue(send: SendAlert, signal: AbortSignal): Promise<void> {
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
