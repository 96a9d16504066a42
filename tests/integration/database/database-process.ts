/** What the tests of the database need another process for. Run by start-database-process.ts. */
import { writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { openDatabase, openServerDatabase } from '../../../src/server/db/open-database.ts';
import { openNumbered, saveNext } from './numbered-saves.ts';

const [job, config] = process.argv.slice(2);
const parsed = JSON.parse(config ?? '') as Parameters<typeof openDatabase>[0];

/** Past every buffer: what was written stays written, whatever happens to this process next. */
const say = (line: string): void => {
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
    say('serves');
    setInterval(() => database.kind, 60_000);
  },
  save: async () => {
    const settings = await openNumbered(await open());
    for (;;) say(String(await saveNext(settings)));
  },
  checkpoint: async () => {
    await (await open()).close();
    const file = new DatabaseSync(path.join(parsed.dataDir, 'savelet.db'), { timeout: 1_000 });
    for (let round = 0; ; round += 1) {
      file
        .prepare(
          'insert into site_state (name, value) values (?, ?) on conflict do update set value = excluded.value',
        )
        .run(`other ${round % 5}`, String(round).repeat(20_000));
      const mode = ['passive', 'full', 'restart', 'truncate'][round % 4] ?? '';
      file.exec(round % 10 === 9 ? 'vacuum' : `pragma wal_checkpoint(${mode})`);
      say(mode);
    }
  },
  hold: async () => {
    const file = new DatabaseSync(path.join(parsed.dataDir, 'savelet.db'));
    file.exec('begin exclusive');
    say('held');
    // Until it is killed; a file that nothing refers to would be collected, and its lock with it.
    setInterval(() => file.isOpen, 60_000);
  },
};

await jobs[job ?? '']?.();
