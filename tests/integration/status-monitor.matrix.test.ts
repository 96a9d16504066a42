import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { ShownCause } from '#shared/failures.ts';
import type { Database } from '../../src/server/base/db/database.ts';
import { createAlerts } from '../../src/server/health/alerts/alerts.ts';
import {
  createScheduledChecks,
  type ScheduledChecksParts,
} from '../../src/server/health/check/scheduled-checks.ts';
import { createCounters } from '../../src/server/health/counters/counters.ts';
import { createOutcomeRecorder } from '../../src/server/health/counters/outcomes.ts';
import { createStatusReader } from '../../src/server/health/status/status-reader.ts';
import { failed } from '../../src/server/platforms/failures.ts';
import type { EngineValues } from '../../src/shared/contract/engines.ts';
import { byPlatform, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { type EmptyDatabase, engines } from './database/engines.ts';

const SILENT = pino({ level: 'silent' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = Date.UTC(2026, 10, 21, 12);
const HOOK = 'https://hooks.example.com/secret-path';
type MonitorSettings = Pick<EngineValues, 'platforms' | 'canaries' | 'alerts'>;
const never = new AbortController().signal;

type Outcome = Awaited<ReturnType<ScheduledChecksParts['attempt']>>;

const monitorSettings = (more: Partial<MonitorSettings> = {}): MonitorSettings => ({
  platforms: byPlatform(() => true),
  canaries: { ...byPlatform(() => []), instagram: ['post-a'], tiktok: ['post-1', 'post-2'] },
  alerts: { webhook: HOOK, below: 50 },
  ...more,
});

describe.each(engines)('the monitor on $kind', (engine) => {
  let empty: EmptyDatabase;
  let database: Database;
  let clock = NOON;
  const now = () => clock;
  beforeEach(async () => {
    clock = NOON;
    empty = await engine.create();
    database = await empty.open();
  });
  afterEach(() => empty.drop());

  /** Creates counters and a reader as one process has them. */
  const instance = (own = database) => {
    const counters = createCounters(own, SILENT, now);
    const outcomes = createOutcomeRecorder({ counters, now });
    const reader = createStatusReader({
      counters,
      lastCheck: async () => null,
      lastScheduledChecks: async () => byPlatform(() => ({ lastAt: null, worked: null, isCounted: false })),
      platformSwitches: () => byPlatform(() => true),
      log: SILENT,
      now,
    });
    return { counters, outcomes, reader };
  };

  describe('the check', () => {
    const FAILED: Outcome = failed('network');
    const setUp = (own = database, outcome: Outcome = { ok: true }) => {
      const tried: string[] = [];
      const { counters, outcomes, reader } = instance(own);
      const test = createScheduledChecks({
        database: own,
        attempt: async (link) => {
          tried.push(link);
          return outcome;
        },
        outcomes,
        counters,
        log: SILENT,
        now,
        random: () => 0.5,
      });
      const run = (settings = monitorSettings(), failing: readonly PlatformId[] = []) =>
        test.runDueChecks(settings, new Set(failing), never);
      return { tried, counters, reader, run, last: test.last };
    };

    it('tests one post per platform, then the next one, two or three times an hour', async () => {
      const { tried, run } = setUp();
      for (let minute = 0; minute < 180; minute += 1) {
        await run();
        clock += MINUTE_MS;
      }
      const tiktok = tried.filter((link) => link.startsWith('post-') && link !== 'post-a');
      expect(tiktok.slice(0, 4)).toEqual(['post-1', 'post-2', 'post-1', 'post-2']);
      expect(tiktok.length).toBeGreaterThanOrEqual(6);
      expect(tiktok.length).toBeLessThanOrEqual(9);
      expect(tried.filter((link) => link === 'post-a')).toHaveLength(tiktok.length);
    });

    it('tests a platform that fails every five minutes, and the other one as before', async () => {
      const { tried, run } = setUp();
      for (let minute = 0; minute < 60; minute += 1) {
        await run(monitorSettings(), ['tiktok']);
        clock += MINUTE_MS;
      }
      expect(tried.filter((link) => link !== 'post-a')).toHaveLength(12);
      expect(tried.filter((link) => link === 'post-a').length).toBeLessThanOrEqual(3);
    });

    it('runs no sooner after a restart or with another instance', async () => {
      const one = setUp();
      await one.run();
      const other = setUp(await empty.open());
      await Promise.all([setUp().run(), other.run()]);
      clock += 19 * MINUTE_MS;
      await other.run();
      expect(other.tried).toEqual([]);
      clock += 11 * MINUTE_MS;
      await Promise.all([one.run(), other.run()]);
      expect([...one.tried, ...other.tried].toSorted()).toEqual(['post-1', 'post-2', 'post-a', 'post-a']);
    });

    it('skips a platform that is off or has no posts', async () => {
      const { tried, run } = setUp();
      await run(monitorSettings({ platforms: { ...byPlatform(() => true), instagram: false } }));
      await run(monitorSettings({ canaries: byPlatform(() => []) }));
      expect(tried).toEqual(['post-1']);
    });

    it('is not delayed by a clock that was wrong, and reports what failed or was interrupted', async () => {
      clock += 400 * HOUR_MS;
      const { run, last } = setUp(database, FAILED);
      await run();
      expect((await last()).tiktok).toMatchObject({ lastAt: clock, worked: false });
      clock = NOON;
      expect((await last()).tiktok).toMatchObject({ lastAt: null });
      await run();
      expect((await last()).tiktok).toMatchObject({ lastAt: NOON });
      clock += HOUR_MS;
      const onlyTikTok = monitorSettings({ platforms: { ...byPlatform(() => true), instagram: false } });
      const broken = createScheduledChecks({
        database,
        attempt: () => Promise.reject(new Error('ended')),
        ...instance(),
        log: SILENT,
        now,
      });
      await expect(broken.runDueChecks(onlyTikTok, new Set(), never)).rejects.toThrow('ended');
      expect((await last()).tiktok).toMatchObject({ lastAt: clock, worked: null });
    });

    it('counts in the status, with the time of the test', async () => {
      const { run, reader, counters } = setUp(database, FAILED);
      await run();
      clock += 31 * MINUTE_MS;
      await run();
      await counters.flush();
      expect((await reader.report()).previews.tiktok.state).toBe('failing');
      expect(
        await database.query.selectFrom('last_seen').select('at').where('kind', '=', 'test').execute(),
      ).toEqual([{ at: clock }, { at: clock }]);
    });
  });

  describe('a check', () => {
    /** Returns the stored checks and assessments. */
    const runChecks = async (outcome: Outcome) => {
      const logged: string[] = [];
      const { counters, outcomes, reader } = instance();
      const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
      const test = createScheduledChecks({
        database,
        attempt: async () => outcome,
        outcomes,
        counters,
        log,
        now,
      });
      for (let round = 0; round < 3; round += 1) {
        await test.runDueChecks(
          monitorSettings({ canaries: { ...byPlatform(() => []), tiktok: ['post-1'] } }),
          new Set(),
          never,
        );
        clock += 31 * MINUTE_MS;
      }
      await counters.flush();
      const rows = await database.query
        .selectFrom('counters')
        .select(['kind', 'outcome'])
        .distinct()
        .orderBy('kind')
        .execute();
      const counted = rows.map(({ kind, outcome: came }) => `${kind} ${came}`);
      const { previews, tested } = await reader.report();
      return {
        counted,
        logged: logged.join(''),
        seen: previews.tiktok.lastSeen !== null,
        tested: tested.tiktok !== null,
        says: (await test.last()).tiktok.isCounted,
      };
    };

    it.each(['no_engine', 'address_unsupported'] as const)(
      'that could not reach the platform counts as none: %s',
      async (reason) =>
        expect(await runChecks(failed(reason))).toEqual({
          counted: [],
          logged: '',
          seen: false,
          tested: false,
          says: false,
        }),
    );

    it.each(['gone', 'private'] as const)(
      'of a post that is %s is not counted as working, and its cause is in the log',
      async (code) => {
        const { counted, logged, seen, tested, says } = await runChecks(failed(code));
        expect({ counted, seen, tested, says }).toEqual({
          counted: [],
          seen: false,
          tested: true,
          says: false,
        });
        expect(logged).toContain(`"platform":"tiktok","code":"${code}"`);
        expect(logged).not.toContain('post-1');
      },
    );
  });

  describe('alerts', () => {
    /** What failures on TikTok show, as it is counted. */
    let cause: string | null = null;
    beforeEach(() => {
      cause = null;
    });
    /** Stores a number of worked and failed attempts on TikTok in the database. */
    const storeAttempts = async (worked: number, failed: number): Promise<void> => {
      const { counters } = instance();
      for (let at = 0; at < worked; at += 1) counters.add('judged', 'tiktok', 'worked');
      for (let at = 0; at < failed; at += 1) {
        counters.add('judged', 'tiktok', 'failed');
        if (cause !== null) counters.add('cause', 'tiktok', cause, { engine: 'native' });
      }
      await counters.close();
    };
    const setUp = () => {
      const sent: { address: string; body: Record<string, unknown> }[] = [];
      let isAccepting = true;
      const logged: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
      const make = () =>
        createAlerts({
          database,
          deliver: async (address, json) => {
            sent.push({ address, body: JSON.parse(json) as Record<string, unknown> });
            return isAccepting;
          },
          siteTitle: () => 'Harbour',
          facts: instance().reader.facts,
          log,
          now,
        });
      let alerts = make();
      return {
        sent,
        logged,
        events: () => sent.map(({ body }) => body['event']),
        alerts: () => alerts,
        setCause: (finding: ShownCause, host?: string) => {
          cause = host === undefined ? finding : `${finding} ${host}`;
        },
        restart: () => {
          alerts = make();
        },
        setAccepting: (on: boolean) => {
          isAccepting = on;
        },
        /** Runs the monitor once a minute for a number of minutes. */
        runMonitor: async (minutes = 1, settings = monitorSettings()) => {
          for (let minute = 0; minute < minutes; minute += 1) {
            await alerts.checkAndSend(settings, never);
            clock += MINUTE_MS;
          }
        },
      };
    };

    it('are sent once when a platform fails, and once when it works again', async () => {
      const { sent, events, runMonitor } = setUp();
      await storeAttempts(20, 0);
      await runMonitor(15);
      expect(sent).toEqual([]);
      await storeAttempts(2, 9);
      await runMonitor(30);
      expect(sent).toEqual([
        {
          address: HOOK,
          body: {
            id: expect.stringMatching(/^tiktok-failing-2026-11-21T12:15:00/u),
            event: 'failing',
            platform: 'tiktok',
            success: 18,
            tries: 11,
            below: 50,
            since: '2026-11-21T12:15:00.000Z',
            site: 'Harbour',
            text: 'TikTok previews are failing: 18% of the last 11 attempts succeeded.',
          },
        },
      ]);
      await storeAttempts(8, 0);
      await runMonitor(30);
      expect(events()).toEqual(['failing', 'recovered']);
      expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain('http');
    });

    it('are sent by one of several instances that run at the same time', async () => {
      const { events, alerts } = setUp();
      const others = [setUp(), setUp()];
      await storeAttempts(0, 8);
      const all = [alerts(), ...others.map((other) => other.alerts())];
      for (let minute = 0; minute < 3; minute += 1) {
        await Promise.all(all.map((one) => one.checkAndSend(monitorSettings(), never)));
        clock += MINUTE_MS;
      }
      expect([events(), ...others.map((other) => other.events())].flat()).toEqual(['failing']);
    });

    it('of a recovery are sent at 100 % even if the threshold and its margin add up to more', async () => {
      const { events, runMonitor } = setUp();
      const settings = monitorSettings({ alerts: { webhook: HOOK, below: 95 } });
      await runMonitor();
      await storeAttempts(0, 6);
      await runMonitor(11, settings);
      await storeAttempts(20, 0);
      await runMonitor(11, settings);
      expect(events()).toEqual(['failing', 'recovered']);
    });

    it('need a minimum of attempts, and more than the threshold to recover', async () => {
      const { events, runMonitor } = setUp();
      await runMonitor();
      await storeAttempts(0, 5);
      await runMonitor(3);
      expect(events()).toEqual([]);
      await storeAttempts(0, 1);
      await runMonitor(11);
      expect(events()).toEqual(['failing']);
      // 55 % is above the threshold of 50 % but below the 60 % at which the platform counts as recovered.
      await storeAttempts(11, 9);
      await runMonitor(11);
      expect(events()).toEqual(['failing']);
      await storeAttempts(12, 8);
      await runMonitor(11);
      expect(events()).toEqual(['failing', 'recovered']);
    });

    it.each([
      ['three successes, one a minute', [1, 1, 1], 3],
      ['three successes at once', [3], 3],
      ['two successes', [1, 1], null],
      ['successes with a failure between them', [2, -1, 1, 1, 1], 5],
    ] as const)('of a recovery follow %s', async (_what, minutes, after) => {
      const { events, sent, runMonitor } = setUp();
      await runMonitor();
      await storeAttempts(0, 8);
      await runMonitor(2);
      expect(events()).toEqual(['failing']);
      let passed = 0;
      let heard: number | null = null;
      while (passed < 9) {
        const gain = minutes[passed] ?? 0;
        await storeAttempts(Math.max(gain, 0), Math.max(-gain, 0));
        await runMonitor();
        passed += 1;
        if (heard === null && events().length > 1) heard = passed;
      }
      expect(heard).toBe(after);
      if (after !== null) expect(sent[1]?.body).toMatchObject({ event: 'recovered', success: 100, tries: 3 });
    });

    it('tell each other cause of an outage once', async () => {
      const { sent, runMonitor, setCause } = setUp();
      setCause('files_refused');
      await storeAttempts(0, 12);
      await runMonitor(3);
      setCause('unreadable');
      await storeAttempts(0, 12);
      await runMonitor(3);
      expect(sent).toHaveLength(2);
      for (const cause of ['files_refused', 'unreadable', 'files_refused'] as const) {
        setCause(cause);
        await storeAttempts(0, 12);
        await runMonitor(13);
      }
      expect(sent.map(({ body }) => [body['event'], body['cause']])).toEqual([
        ['failing', 'files_refused'],
        ['failing', 'unreadable'],
      ]);
      expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(2);
      await storeAttempts(12, 0);
      await runMonitor(13);
      await storeAttempts(0, 12);
      await runMonitor(13);
      expect(sent.slice(2).map(({ body }) => body['event'])).toEqual(['recovered', 'failing']);
    });

    it('name the host whose files are not allowed', async () => {
      const { sent, runMonitor, setCause } = setUp();
      setCause('unlisted_host', 'newcdn.example');
      await storeAttempts(0, 8);
      await runMonitor(1);
      expect(sent[0]?.body).toMatchObject({ cause: 'unlisted_host', host: 'newcdn.example' });
      expect(sent[0]?.body['text']).toContain(`${failureAdvice.unlisted_host} It is newcdn.example. `);
    });

    it('say why the platform fails, and what to do', async () => {
      const { sent, runMonitor, setCause } = setUp();
      setCause('login_wall');
      await storeAttempts(0, 8);
      await runMonitor(1);
      setCause('challenge');
      expect(sent[0]?.body).toMatchObject({ event: 'failing', cause: 'login_wall' });
      expect(sent[0]?.body['text']).toBe(
        `TikTok previews are failing: 0% of the last 8 attempts succeeded. ${failureAdvice.login_wall} ${failureAdvice['login_wall.do']}`,
      );
      await storeAttempts(9, 0);
      await runMonitor(11);
      expect(sent[1]?.body).toMatchObject({ event: 'recovered' });
      expect(sent[1]?.body).not.toHaveProperty('cause');
    });

    it('keep their state when a later version has stored a cause that this one does not know', async () => {
      const { sent, runMonitor, setCause, setAccepting } = setUp();
      setCause('login_wall');
      setAccepting(false);
      await storeAttempts(0, 8);
      await runMonitor(1);
      const row = await database.query
        .selectFrom('site_state')
        .select('value')
        .where('name', '=', 'alerts')
        .executeTakeFirstOrThrow();
      await database.query
        .updateTable('site_state')
        .set({ value: row.value.replace('login_wall', 'of_a_later_version') })
        .where('name', '=', 'alerts')
        .execute();
      setAccepting(true);
      await runMonitor(2);
      expect(sent.map(({ body }) => [body['id'], body['cause']])).toEqual([
        [sent[0]?.body['id'], 'login_wall'],
        [sent[0]?.body['id'], undefined],
      ]);
    });

    it('name the platforms that fail, for the check', async () => {
      const { runMonitor, alerts } = setUp();
      await storeAttempts(0, 8);
      await runMonitor(2);
      expect(await alerts().failingPlatforms()).toEqual(new Set(['tiktok']));
      await storeAttempts(9, 0);
      await runMonitor(11);
      expect(await alerts().failingPlatforms()).toEqual(new Set());
    });

    it('are not repeated by a restart, at whatever moment', async () => {
      const { events, runMonitor, restart } = setUp();
      await storeAttempts(0, 8);
      await runMonitor(2);
      for (let count = 0; count < 4; count += 1) {
        restart();
        await runMonitor(6);
      }
      expect(events()).toEqual(['failing']);
      await storeAttempts(9, 0);
      await runMonitor(3);
      expect(events()).toEqual(['failing', 'recovered']);
      restart();
      await runMonitor(60);
      expect(events()).toEqual(['failing', 'recovered']);
    });

    it('are sent again at growing intervals while the webhook fails, with the same content each time', async () => {
      const { sent, runMonitor, setAccepting, logged } = setUp();
      setAccepting(false);
      await storeAttempts(0, 8);
      const began = clock;
      const moments: number[] = [];
      for (let minute = 0; minute < 70; minute += 1) {
        const before = sent.length;
        await runMonitor();
        if (sent.length > before) moments.push((clock - began) / MINUTE_MS - 1);
      }
      expect(moments).toEqual([0, 1, 3, 7, 15, 31, 63]);
      expect(new Set(sent.map(({ body }) => body['id'])).size).toBe(1);
      setAccepting(true);
      await runMonitor(70);
      expect(sent).toHaveLength(8);
      expect(logged.join('')).not.toMatch(/hooks|secret-path/u);
    });

    it('end after some deliveries, and an obsolete recovery is not sent', async () => {
      const { events, runMonitor, setAccepting } = setUp();
      setAccepting(false);
      await storeAttempts(0, 8);
      await runMonitor(20);
      const before = events().length;
      await storeAttempts(20, 0);
      setAccepting(true);
      await runMonitor(60);
      expect(events()).toHaveLength(before);
      expect(new Set(events())).toEqual(new Set(['failing']));
    });

    it('are not delayed by a time that a fast clock has stored', async () => {
      const { events, runMonitor, setAccepting } = setUp();
      clock += 400 * HOUR_MS;
      setAccepting(false);
      await storeAttempts(0, 8);
      await runMonitor();
      clock = NOON;
      setAccepting(true);
      await storeAttempts(9, 0);
      await runMonitor(30);
      expect(events()).toEqual(['failing', 'failing', 'recovered']);
    });

    it('are not sent without a webhook, nor for a platform that is off', async () => {
      const { events, runMonitor } = setUp();
      await storeAttempts(0, 9);
      await runMonitor(15, monitorSettings({ alerts: { webhook: null, below: 50 } }));
      await runMonitor(15, monitorSettings({ platforms: { ...byPlatform(() => true), tiktok: false } }));
      expect(events()).toEqual([]);
      await runMonitor();
      expect(events()).toEqual(['failing']);
    });
  });
});
