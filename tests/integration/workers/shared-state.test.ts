import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import { failed, nonTerminal } from '../../../src/server/extraction/engine-failure.ts';
import { createSourcePause } from '../../../src/server/extraction/source-pause.ts';
import { createEngineHealthRegistry } from '../../../src/server/preview/engine-health-registry.ts';
import { onlyRequester } from '../../../src/server/preview/requester.ts';
import { createWorkLog } from '../../../src/server/status/work-log.ts';
import { shareAdminEvents, shareRevisions } from '../../../src/server/workers/share-changes.ts';
import { shareCounts, shareWorkLog } from '../../../src/server/workers/share-counts.ts';
import { openSharedUpdates, shareReachCheck } from '../../../src/server/workers/share-duties.ts';
import { type Duties, OWN_DUTIES } from '../../../src/server/workers/site-duties.ts';
import { connectPeers } from './connected-peers.ts';

const linkOf = (id: number) => {
  const parsed = parseLink(`https://www.tiktok.com/@a/video/740000000000010${String(id).padStart(4, '0')}`);
  if (!parsed.ok) throw new Error('not a link');
  return parsed.link;
};

/** Two workers' registries. */
const createRegistries = () => {
  const subjectKey = randomBytes(32);
  return connectPeers(2).map((peers) => createEngineHealthRegistry({ peers, subjectKey }));
};

describe('engine health of several workers', () => {
  it('is the same in all: a circuit opens and closes by the runs of each', () => {
    const [one, other] = createRegistries();
    if (one === undefined || other === undefined) throw new Error('no registries');
    for (let post = 0; post < 5; post += 1) {
      const registry = post % 2 === 0 ? one : other;
      const requesters = onlyRequester({ network: `network ${post}`, budget: 'visitor' });
      const health = registry.of('native', 'tiktok');
      const pass = health.begin(registry.subjects.of(linkOf(post), requesters), false);
      if (!('settle' in pass)) throw new Error('the circuit is open too early');
      health.settle(pass, 10, failed('page_unreadable'));
    }
    const records = [one, other].map((registry) => registry.of('native', 'tiktok'));
    expect(records.map((health) => health.isCircuitOpen())).toEqual([true, true]);
    expect(records.map((health) => health.figures().lately)).toEqual([
      { asked: 5, ok: 0 },
      { asked: 5, ok: 0 },
    ]);
    const requesters = onlyRequester({ network: 'another network', budget: 'visitor' });
    const [health] = records;
    const probe = health?.begin(one.subjects.of(linkOf(9), requesters), true);
    if (probe === undefined || !('settle' in probe)) throw new Error('no probe');
    health?.settle(probe, 10, { ok: true });
    expect(records.map((each) => each.isCircuitOpen())).toEqual([false, false]);
  });

  it('passes a pause on that a platform asked one of them for', () => {
    const [one, other] = createRegistries();
    const run = one?.subjects.of(linkOf(1), onlyRequester({ network: 'a', budget: 'visitor' }));
    const health = one?.of('cobalt', 'tiktok');
    if (run === undefined || health === undefined) throw new Error('no run');
    const pass = health.begin(run, false);
    if (!('settle' in pass)) throw new Error('no pass');
    health.settle(pass, 10, nonTerminal('rate_limited', 60));
    expect(other?.of('cobalt', 'tiktok').figures().limitedUntil).not.toBeNull();
  });

  it('pauses pages of a platform in all of them, each kind by itself', async () => {
    const [one, other] = connectPeers(2);
    const first = createSourcePause(() => 0, 'pages', one);
    const [same, another] = [
      createSourcePause(() => 0, 'pages', other),
      createSourcePause(() => 0, 'embeds', other),
    ];
    const run = { post: 'a post', network: 'a', budget: 'visitor', isOnlyNetwork: true } as const;
    await first.request(run, async () => nonTerminal('rate_limited'));
    const open = vi.fn(async () => nonTerminal('gone'));
    for (const pause of [first, same, another]) await pause.request(run, open);
    expect(open).toHaveBeenCalledTimes(1);
  });
});

describe('status of several workers', () => {
  it('is the same in all, and each outcome is counted once', () => {
    const counted = [vi.fn(), vi.fn()];
    const logs = connectPeers(2).map((peers, index) =>
      shareWorkLog(peers, (count) => createWorkLog(() => 1_000, count), counted[index] ?? vi.fn()),
    );
    for (let run = 0; run < 6; run += 1)
      logs[run % 2]?.preview({ platform: 'tiktok', engine: null, ms: 100, outcome: { ok: true } });
    logs[0]?.download({ firstByteMs: 50, outcome: { ok: true } });
    expect(counted.map((count) => count.mock.calls.length)).toEqual([4, 3]);
    expect(logs[0]?.status()).toEqual(logs[1]?.status());
    expect(logs[1]?.status().previews.tiktok.state).toBe('working');
    expect(logs[1]?.status().downloads.lastSeen).not.toBeNull();
  });

  it('asks the other workers to write their counts before an overview', async () => {
    const order: string[] = [];
    const duties: Duties = {
      ...OWN_DUTIES,
      askAll: async (name) => {
        order.push(name);
        return [];
      },
    };
    const own = {
      flush: async () => void order.push('own flush'),
      overview: async () => {
        order.push('overview');
        return {} as never;
      },
    };
    await shareCounts(duties, own as never).overview();
    expect(order).toEqual(['own flush', 'flush counts', 'overview']);
  });
});

describe('changes in one of several workers', () => {
  it('are taken over by the others once, without an echo', async () => {
    let stored = 0;
    const refreshed: string[] = [];
    const create = (name: string) => {
      let held = 0;
      const listeners: (() => void)[] = [];
      const settings = {
        revision: () => held,
        async refresh() {
          refreshed.push(name);
          if (held === stored) return;
          held = stored;
          for (const listener of listeners) listener();
        },
        onChange: (listener: () => void) => listeners.push(listener),
      };
      return settings;
    };
    const [one, other] = [create('one'), create('other')];
    const [peersOfOne, peersOfOther] = connectPeers(2);
    if (peersOfOne === undefined || peersOfOther === undefined) throw new Error('no peers');
    shareRevisions(peersOfOne, 'settings', one);
    shareRevisions(peersOfOther, 'settings', other);
    stored = 1;
    await one.refresh();
    await vi.waitFor(() => expect(other.revision()).toBe(1));
    // The first is the save itself; the second worker refreshed once and announced nothing.
    expect(refreshed).toEqual(['one', 'other']);
  });

  it('reach the panels of all', () => {
    const hubs = [0, 1].map(() => ({ announce: vi.fn(), end: vi.fn() }));
    const [one] = connectPeers(2).map((peers, index) => shareAdminEvents(peers, hubs[index] ?? hubs[0]!));
    one?.announce('accounts');
    one?.end('an account', ['a session']);
    one?.end('another');
    for (const hub of hubs) {
      expect(hub.announce.mock.calls).toEqual([['accounts']]);
      expect(hub.end.mock.calls).toEqual([
        ['an account', ['a session']],
        ['another', undefined],
      ]);
    }
  });
});

describe('duties of one of several workers', () => {
  /** Duties of a worker with them and one without, which are connected. */
  const createDuties = (): readonly [Duties, Duties] => {
    const offers = new Map<string, (payload: unknown) => unknown>();
    const shared: Duties = {
      ...OWN_DUTIES,
      offer: (name, answer) => void offers.set(name, answer),
      ask: async (name, payload) => offers.get(name)?.(JSON.parse(JSON.stringify(payload))),
    };
    return [shared, { ...shared, areOwn: false, offer: () => undefined }];
  };

  it('are asked of it: the check of the routes', async () => {
    const [with1, without] = createDuties();
    const service = (at: string) =>
      ({ run: async () => ({ at }), last: async () => null, close: async () => undefined }) as never;
    shareReachCheck(with1, service('here'));
    expect(await shareReachCheck(without, service('there')).run()).toEqual({ at: 'here' });
  });

  it('are asked of it: the updates of yt-dlp, whose program all learn', async () => {
    const [with1, without] = createDuties();
    const [one, other] = connectPeers(2);
    if (one === undefined || other === undefined) throw new Error('no peers');
    let program: string | null = null;
    let changed: (isSwitched: boolean) => void = () => undefined;
    const install = vi.fn(() => 'busy' as const);
    const own = { program: () => program, state: () => ({ version: '2026.11.01' }), install } as never;
    await openSharedUpdates({
      site: { duties: with1, peers: one },
      open: async (onChange) => {
        changed = onChange;
        return own;
      },
      onChange: vi.fn(),
    });
    const onChange = vi.fn();
    const open = vi.fn();
    const updates = await openSharedUpdates({ site: { duties: without, peers: other }, open, onChange });
    expect([updates.program(), await updates.state()]).toEqual([null, { version: '2026.11.01' }]);
    expect(await updates.install('nightly', null)).toBe('busy');
    expect(install).toHaveBeenCalledExactlyOnceWith('nightly', null);
    program = '/data/yt-dlp/program';
    changed(true);
    expect([updates.program(), onChange.mock.calls]).toEqual(['/data/yt-dlp/program', [[true]]]);
    expect(open).not.toHaveBeenCalled();
  });
});
