import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/server/base/db/database.ts';
import { createUpdateNotice } from '../../src/server/health/version/newest-version.ts';
import { OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { readActivity } from '../../src/server/people/activity/activity-log.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';
import { type Canned, createFakeOutboundClient } from './fake-outbound-client.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const never = new AbortController().signal;
const release = (tag: string, url = `https://git.example/savelet/releases/${tag}`): Canned => ({
  body: JSON.stringify({ tag_name: tag, html_url: url, body: 'notes' }),
});
const MARA = { id: 'mara', name: 'Mara' };

describe.each(engines)('the notice of a newer version on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let clock = NOON;
  beforeEach(async () => {
    clock = NOON;
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(() => empty.drop());

  /** Creates the notice of one process whose UPDATE_URL answers as `answer` says. */
  const instance = ({
    answer = release('v1.3.0') as Canned | OutboundError,
    version = '1.2.0',
    updateUrl = 'https://git.example/api/latest' as string | null,
  } = {}) => {
    const given = { answer };
    const services = createFakeOutboundClient(() => given.answer);
    const notice = createUpdateNotice({
      config: { updateUrl },
      build: { version },
      database,
      services,
      log: pino({ level: 'silent' }),
      now: () => clock,
    });
    const run = () => notice.runDue(async () => true, never);
    return { ...notice, given, services, run };
  };
  const stateOf = async ({ state }: ReturnType<typeof instance>) => (await state()).state;

  it('asks nothing until the owner allows it, then at once and once a day, on one instance', async () => {
    const [one, other] = [instance(), instance()];
    await Promise.all([one.run(), other.run()]);
    expect(await one.state()).toEqual({ state: 'off', host: 'git.example', checkedAt: null, newest: null });
    expect(await one.switch(true, MARA)).toMatchObject({ state: 'pending', checkedAt: null });
    await expect.poll(() => stateOf(other)).toBe('newer');
    expect(await other.state()).toEqual({
      state: 'newer',
      host: 'git.example',
      checkedAt: '2026-11-21T12:00:00.000Z',
      newest: { version: '1.3.0', url: 'https://git.example/savelet/releases/v1.3.0' },
    });
    clock += DAY_MS - 1;
    await Promise.all([one.run(), other.run()]);
    expect(one.services.requests).toHaveLength(1);
    clock += 1;
    await Promise.all([one.run(), other.run()]);
    expect(one.services.requests.length + other.services.requests.length).toBe(2);
    expect(one.services.requests[0]).toMatchObject({
      url: 'https://git.example/api/latest',
      headers: { accept: 'application/json', 'user-agent': 'Savelet' },
    });
    await one.switch(false, MARA);
    clock += DAY_MS;
    await one.run();
    expect(await one.state()).toMatchObject({ state: 'off', newest: null });
    expect((await readActivity(database)).entries.map(({ action, after }) => [action, after])).toEqual([
      ['update_notice_switched', 'false'],
      ['update_notice_switched', 'true'],
    ]);
  });

  it('says what the running version is beside the newest release', async () => {
    const one = instance({ answer: release('v1.10.0') });
    await one.switch(true, MARA);
    await expect.poll(() => stateOf(one)).toBe('newer');
    const states = ['1.9.9', '1.10.0', '1.10.1', 'unknown'].map((version) => stateOf(instance({ version })));
    expect(await Promise.all(states)).toEqual(['newer', 'current', 'development', 'development']);
  });

  it('fails only after it was asked, and what was found stays true', async () => {
    const one = instance();
    const wrong = [
      { status: 404, body: '{}' },
      { body: '<!doctype html>' },
      release('nightly'),
      release('v1.3.0', 'javascript:alert(1)'),
      release('v1.3.0', 'https://git.example@evil.example/'),
      release('v1.3.0', `https://git.example/${'a'.repeat(2_048)}`),
      { ...release('v1.3.0'), status: 203 },
      new OutboundError('timeout'),
    ];
    for (const answer of wrong) {
      one.given.answer = answer;
      expect((await one.switch(true, MARA)).state).toBe('pending');
      await expect.poll(() => stateOf(one)).toBe('failed');
      await one.switch(false, MARA);
    }
    one.given.answer = release('v1.3.0');
    await one.switch(true, MARA);
    await expect.poll(() => stateOf(one)).toBe('newer');
    one.given.answer = new OutboundError('timeout');
    clock += DAY_MS;
    await one.run();
    expect(await stateOf(one)).toBe('newer');
  });

  it('is asked again when the instance that asked was stopped', async () => {
    const stopped = instance();
    const other = instance();
    await database.write((trx) =>
      trx
        .insertInto('site_state')
        .values({
          name: 'update_notice',
          value: JSON.stringify({ on: true, nextAt: clock, checkedAt: null, hasFailed: false, newest: null }),
        })
        .execute(),
    );
    await expect(stopped.runDue(async () => true, AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    );
    await other.run();
    expect(await stateOf(other)).toBe('pending');
    clock += 60_000;
    await other.run();
    expect(await stateOf(other)).toBe('newer');
  });

  it('is asked again after a clock that was far ahead', async () => {
    const one = instance();
    clock += 400 * DAY_MS;
    await one.switch(true, MARA);
    await expect.poll(() => stateOf(one)).toBe('newer');
    clock = NOON;
    await one.run();
    expect(one.services.requests).toHaveLength(2);
    await one.run();
    expect(one.services.requests).toHaveLength(2);
  });

  it('is unavailable without an address, and asks none', async () => {
    const one = instance({ updateUrl: null });
    expect((await one.switch(true, MARA)).state).toBe('unavailable');
    await one.run();
    expect(one.services.requests).toEqual([]);
  });
});
