import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-defaults.ts';
import { LIVE_HELLO_TIMEOUT_MS, LIVE_HIDDEN_CLOSE_MS, LIVE_POLL_MS } from '#shared/limits.ts';
import { LiveConnection } from './live-connection.ts';
import { SiteSettingsStore } from './site-settings-store.ts';

const base: Site = {
  ...defaultSite({ updatedAt: '2026-11-20T08:00:00.000Z', samples: false, contactEmail: null }),
  revision: 5,
};
const at = (revision: number, title = `Title ${String(revision)}`): Site => ({ ...base, revision, title });

class FakeStream {
  readyState = 1;
  closed = false;
  readonly #listeners = new Map<string, (event: { data?: unknown }) => void>();
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void {
    this.#listeners.set(name, listener);
  }
  say(name: string, revision: unknown): void {
    this.#listeners.get(name)?.({ data: JSON.stringify({ revision }) });
  }
  sayText(name: string, data: string): void {
    this.#listeners.get(name)?.({ data });
  }
  /** `for good` as after an error status; else the browser tries again by itself. */
  fail(how: 'for good' | 'for now'): void {
    this.readyState = how === 'for good' ? 2 : 0;
    this.#listeners.get('error')?.({});
  }
  close(): void {
    this.closed = true;
  }
}

interface Given {
  answers?: () => Site | null | Promise<Site | null>;
  visible?: boolean;
  /** Whether hidden tabs can line up here. */
  lines?: boolean;
}

const begin = ({ answers = () => null, visible = true, lines = true }: Given) => {
  const streams: FakeStream[] = [];
  const shown: string[] = [];
  const raised: string[] = [];
  const seen = { visible, asked: 0, checked: 0, storage: 0 };
  /** Those of this tab that stand in the line. */
  const waiting: (() => void)[] = [];
  const store = new SiteSettingsStore(base, {
    storage: () => {
      seen.storage += 1;
      throw new Error('denied');
    },
    reader: async () => () => ({}),
    canSanitise: true,
    show: (site) => {
      shown.push(site.title);
      connection.settle();
    },
    raise: (event) => raised.push(event),
  });
  const connection = new LiveConnection(store, {
    openStream: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    ask: async () => {
      seen.asked += 1;
      return answers();
    },
    checked: () => {
      seen.checked += 1;
    },
    visible: () => seen.visible,
    lineUp: (led) => {
      if (!lines) return null;
      waiting.push(led);
      return () => waiting.splice(waiting.indexOf(led), 1);
    },
    random: () => 0,
  });
  connection.open();
  const newest = (): FakeStream => streams.at(-1) as FakeStream;
  const show = (visible: boolean) => {
    seen.visible = visible;
    connection.seen();
  };
  return { store, connection, streams, newest, shown, raised, seen, waiting, show };
};
const start = (answers?: Given['answers']) => begin(answers === undefined ? {} : { answers });

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => vi.clearAllTimers());

describe('with the stream up', () => {
  it('asks nothing while the page is current', async () => {
    const { newest, seen } = start();
    newest().say('siteRevision', 5);
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect(seen).toMatchObject({ asked: 0, checked: 1 });
  });

  it('asks when the first word names another revision', async () => {
    const { newest, shown } = start(() => at(6));
    newest().say('siteRevision', 6);
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('asks once for several events of one change', async () => {
    const { newest, seen, raised } = start(() => at(6));
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    newest().say('contentUpdated', 6);
    newest().say('navbarChanged', 6);
    await settled();
    newest().say('websiteLogoChanged', 6);
    await settled();
    expect(seen.asked).toBe(1);
    expect(raised).toEqual(['websiteTitleChanged']);
  });

  it('asks again for what was announced while it asked', async () => {
    const answers = [at(6), at(7)];
    const { newest, shown, seen } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    newest().say('websiteTitleChanged', 7);
    await settled();
    expect(shown).toEqual(['Title 6', 'Title 7']);
    expect(seen.asked).toBe(2);
  });

  it('needs no second answer when the first held it all', async () => {
    const { newest, seen } = start(() => at(7));
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    newest().say('websiteTitleChanged', 7);
    await settled();
    expect(seen.asked).toBe(1);
  });

  it('gives a server that is behind time, and keeps what is newer', async () => {
    const answers = [at(4), at(5), at(6)];
    const { newest, shown, seen } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    await settled();
    expect([seen.asked, shown]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS);
    expect([seen.asked, shown]).toEqual([3, ['Title 6']]);
  });

  it('asks when it cannot read what it heard', async () => {
    const { newest, shown } = start(() => at(6));
    newest().say('siteRevision', 5);
    newest().sayText('contentUpdated', '{broken');
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('asks every minute during maintenance', async () => {
    const answers = [{ ...at(6), maintenance: true }, { ...at(6), maintenance: true }, at(7)];
    const { newest, seen } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    newest().say('maintenanceModeChanged', 6);
    await settled();
    await vi.advanceTimersByTimeAsync(2 * LIVE_POLL_MS);
    expect(seen.asked).toBe(3);
    await vi.advanceTimersByTimeAsync(5 * LIVE_POLL_MS);
    expect(seen.asked).toBe(3);
  });
});

describe('with the stream down', () => {
  it('asks at once the first time, then every minute', async () => {
    const { newest, seen } = start(() => base);
    newest().fail('for now');
    newest().fail('for now');
    await settled();
    expect(seen.asked).toBe(1);
    await vi.advanceTimersByTimeAsync(3 * LIVE_POLL_MS);
    expect(seen.asked).toBe(4);
  });

  it('looks into storage when the server does not answer either, once', async () => {
    const { newest, seen } = start(() => null);
    newest().fail('for now');
    await vi.advanceTimersByTimeAsync(2 * LIVE_POLL_MS);
    expect(seen).toMatchObject({ asked: 3, storage: 1 });
  });

  it('counts as down when nothing comes through', async () => {
    const { shown } = start(() => at(6));
    await vi.advanceTimersByTimeAsync(LIVE_HELLO_TIMEOUT_MS);
    expect(shown).toEqual(['Title 6']);
  });

  it('asks no more once it is up again', async () => {
    const { newest, seen } = start(() => base);
    newest().fail('for now');
    await settled();
    newest().say('siteRevision', 5);
    await vi.advanceTimersByTimeAsync(5 * LIVE_POLL_MS);
    expect(seen.asked).toBe(1);
  });

  it('opens a refused stream again, later each time, and soon after a good one', async () => {
    const { newest, streams } = start(() => base);
    const opened: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      newest().fail('for good');
      const before = Date.now();
      while (opened.length === turn) {
        await vi.advanceTimersByTimeAsync(1_000);
        if (streams.length === turn + 2) opened.push(Date.now() - before);
      }
    }
    expect(opened.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(opened.at(-1)).toBe(60_000);
    newest().say('siteRevision', 5);
    newest().fail('for good');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams).toHaveLength(10);
  });

  it('asks when the tab is seen again or the network is back', async () => {
    const { newest, connection, show, seen } = start(() => base);
    newest().fail('for now');
    await settled();
    show(false);
    await vi.advanceTimersByTimeAsync(LIVE_HIDDEN_CLOSE_MS - 1);
    expect(seen.asked).toBe(1);
    show(true);
    await settled();
    expect(seen.asked).toBe(2);
    connection.online();
    await settled();
    expect(seen.asked).toBe(3);
  });
});

describe('a hidden tab that leads', () => {
  it('keeps its stream, and follows', async () => {
    const { newest, show, shown, streams, waiting, seen } = start(() => at(6));
    newest().say('siteRevision', 5);
    show(false);
    waiting[0]?.();
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([streams.length, newest().closed, seen.asked]).toEqual([1, false, 0]);
    newest().say('websiteTitleChanged', 6);
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('asks within a minute while its stream is down', async () => {
    const { newest, show, waiting, seen } = start(() => base);
    newest().say('siteRevision', 5);
    show(false);
    waiting[0]?.();
    newest().fail('for good');
    await settled();
    const { asked } = seen;
    await vi.advanceTimersByTimeAsync(3 * LIVE_POLL_MS);
    expect(seen.asked - asked).toBe(3);
    expect(LIVE_POLL_MS).toBeLessThan(60_000);
  });

  it('gives its place to another when it is seen, and keeps its stream', async () => {
    const { newest, show, waiting, streams } = start();
    newest().say('siteRevision', 5);
    show(false);
    waiting[0]?.();
    show(true);
    expect(waiting).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * LIVE_HIDDEN_CLOSE_MS);
    expect([streams.length, newest().closed]).toEqual([1, false]);
  });

  it('opens a stream when the one before it has gone', async () => {
    const { newest, show, waiting, streams } = start();
    newest().say('siteRevision', 5);
    show(false);
    await vi.advanceTimersByTimeAsync(LIVE_HIDDEN_CLOSE_MS);
    expect(newest().closed).toBe(true);
    waiting[0]?.();
    expect(streams).toHaveLength(2);
    newest().fail('for good');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams).toHaveLength(3);
  });
});

describe('a hidden tab that waits in line', () => {
  it('lets its stream go after a while, and asks nothing by itself', async () => {
    const { newest, show, seen, streams } = start();
    newest().say('siteRevision', 5);
    show(false);
    await vi.advanceTimersByTimeAsync(LIVE_HIDDEN_CLOSE_MS - 1);
    expect(newest().closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(newest().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([streams.length, seen.asked]).toEqual([1, 0]);
    show(true);
    expect(streams).toHaveLength(2);
  });

  it('follows what another tab says, and asks again where the server was away', async () => {
    const answers = [null, at(6)];
    const { newest, connection, show, shown } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    show(false);
    await vi.advanceTimersByTimeAsync(LIVE_HIDDEN_CLOSE_MS);
    connection.revisionReceived(6);
    await settled();
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS);
    expect(shown).toEqual(['Title 6']);
  });

  it('opened there, asks once what it missed and opens no stream before it is seen', async () => {
    const { connection, show, seen, streams } = begin({ answers: () => base, visible: false });
    connection.online();
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([streams.length, seen.asked]).toEqual([0, 1]);
    show(true);
    expect(streams).toHaveLength(1);
  });

  it('is out of it when the page is left, and in it again when it is brought back', async () => {
    const { connection, show, waiting, streams } = start();
    show(false);
    connection.close();
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([waiting.length, streams.length]).toEqual([0, 1]);
    connection.open();
    expect(waiting).toHaveLength(1);
  });
});

describe('a hidden tab where tabs cannot line up', () => {
  it('lets its stream go and asks within a minute', async () => {
    const { newest, show, seen, shown, streams } = begin({ answers: () => at(6), lines: false });
    newest().say('siteRevision', 5);
    show(false);
    await vi.advanceTimersByTimeAsync(LIVE_HIDDEN_CLOSE_MS);
    expect(newest().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS);
    expect([streams.length, seen.asked, shown]).toEqual([1, 1, ['Title 6']]);
    await vi.advanceTimersByTimeAsync(2 * LIVE_POLL_MS);
    expect(seen.asked).toBe(3);
  });
});
