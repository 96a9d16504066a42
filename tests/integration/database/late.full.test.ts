import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { StartError } from '../../../src/server/base/config/start-error.ts';
import { openDatabase } from '../../../src/server/base/db/open-database.ts';
import { type EmptyDatabase, postgresEngines } from './engines.ts';
import { createFlakyProxy, type FlakyProxy, urlThroughProxy } from './flaky-proxy.ts';

const LONG_MS = 30_000;
const SHORT_MS = 500;

describe.each(postgresEngines)('a $kind server that starts late', (engine) => {
  const start = async (
    waitMs: number,
    steps: (opening: {
      lines: readonly string[];
      line: FlakyProxy;
      result: Promise<unknown>;
    }) => Promise<void>,
  ) => {
    const empty: EmptyDatabase = await engine.create();
    const url = empty.config.databaseUrl ?? '';
    const line = await createFlakyProxy(url);
    await line.cut();
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const config = { ...empty.config, databaseUrl: urlThroughProxy(url, line) };
    const result = openDatabase(config, pino({}, sink), { waitMs });
    try {
      await steps({ lines, line, result });
    } finally {
      await line.restore();
      await result.then((database) => database.close()).catch(() => undefined);
      await empty.drop();
      await line.close();
    }
  };

  it('is waited for at the start, and each attempt is logged', () =>
    start(LONG_MS, async ({ lines, line, result }) => {
      await vi.waitFor(() => expect(lines).toHaveLength(2), LONG_MS);
      await line.restore();
      await expect(result).resolves.toMatchObject({ kind: 'postgres' });
      const told = lines.map((one) => JSON.parse(one) as Record<string, unknown>);
      for (const [at, attempt] of told.slice(0, 2).entries())
        expect(attempt).toMatchObject({
          level: 40,
          attempt: at + 1,
          cause: 'ECONNREFUSED',
          msg: 'the database cannot be reached yet: trying again',
        });
      expect(lines.join('')).not.toContain('127.0.0.1');
    }));

  it('stops the start when it stays unreachable', () =>
    start(SHORT_MS, async ({ lines, result }) => {
      await expect(result).rejects.toThrow(StartError);
      await expect(result).rejects.toThrow('The database of DATABASE_URL could not be opened: ECONNREFUSED.');
      expect(lines).toHaveLength(1);
    }));
});
