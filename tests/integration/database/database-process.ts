/** Jobs that the database tests run in another process. Started by start-database-process.ts. */
import { writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openDatabase, openServerDatabase } from '../../../src/server/base/db/open-database.ts';
import { openNumbered, saveNext } from './numbered-saves.ts';

const [job, config] = process.argv.slice(2);
const parsed = JSON.parse(config ?? '') as Parameters<typeof openDatabase>[0];

/** Writes synchronously, past every buffer, so that the line survives whatever happens to the process next. */
const writeLine = (line: string): void => {
  writeSync(1, `${line}\n`);
};

const open = () => openDatabase(parsed, pino({ level: 'silent' }));

const jobs: Readonly<Record<string, () => Promise<void>>> = {
  open: async () => {
    const database = await open();
    await database.ping();
    await database.close();
  },
  serve: async () => {
    const database = await openServerDatabase(parsed, pino({ level: 'silent' }));
    writeLine('serves');
    setInterval(() => database.kind, 60_000);
  },
  save: async () => {
    const settings = await openNumbered(await open());
    for (;;) writeLine(String(await saveNext(settings)));
  },
  hold: async () => {
    const file = new DatabaseSync(path.join(parsed.dataDir, 'savelet.db'));
    file.exec('begin exclusive');
    writeLine('held');
    // Runs until it is killed. Without a reference the file would be garbage-collected, and its lock with it.
    setInterval(() => file.isOpen, 60_000);
  },
};

await jobs[job ?? '']?.();
