import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { LIVE_HELLO_TIMEOUT_MS, LIVE_POLL_MS, LiveConnection } from './live-connection.ts';
import { SiteFeed } from './live-site.ts';
import { SiteSettingsStore } from './site-settings-store.ts';

const base: Site = {
  ...defaultSite({
    updatedAt: '2026-11-20T08:00:00.000Z',
    samples: false,
    readsStories: false,
    contactEmail: null,
  }),
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
  /** `for good` closes the stream as an error status does; otherwise the browser reconnects. */
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
}

const begin = ({ answers = () => null, visible = true }: Given) => {
  const streams: FakeStream[] = [];
  const shown: string[] = [];
  const raised: string[] = [];
  const seen = { visible, asked: 0, checked: 0, storage: 0 };
  const store = new SiteSettingsStore(base, {
    storage: () => {
      seen.storage += 1;
      throw new Error('denied');
    },
    reader: async () => () => ({}),
    canSanitise: true,
    show: (site) => {
      shown.push(site.title);
      connection.updatePolling();
    },
    dispatch: (event) => raised.push(event),
  });
  const feed = new SiteFeed(store, {
    openStream: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    fetchSite: async () => {
      seen.asked += 1;
      return answers();
    },
    markChecked: () => {
      seen.checked += 1;
    },
  });
  const connection = new LiveConnection(feed, { isVisible: () => seen.visible, random: () => 0 });
  connection.open();
  const newest = (): FakeStream => streams.at(-1) as FakeStream;
  const show = (visible: boolean) => {
    seen.visible = visible;
    connection.handleVisibilityChange();
  };
  return { store, feed, connection, streams, newest, shown, raised, seen, show };
};
const start = (answers?: Given['answers']) => begin(answers === undefined ? {} : { answers });

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => vi.clearAllTimers());

describe('with the stream up', () => {
  it('shows what the site can do as soon as that changes, without a fetch', () => {
    const { newest, shown, seen, store } = start();
    newest().say('siteRevision', 5);
    newest().sayText('siteAbilities', '{"samples":false,"readsStories":false}');
    newest().sayText('siteAbilities', '{"samples":1}');
    newest().sayText('siteAbilities', 'no');
    expect(shown).toEqual([]);
    newest().sayText('siteAbilities', '{"samples":false,"readsStories":true}');
    expect([shown.length, store.site.readsStories, seen.asked]).toEqual([1, true, 0]);
  });

  it('does not fetch while the page is current', async () => {
    const { newest, seen } = start();
    newest().say('siteRevision', 5);
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect(seen).toMatchObject({ asked: 0, checked: 1 });
  });

  it('fetches when the hello event names another revision', async () => {
    const { newest, shown } = start(() => at(6));
    newest().say('siteRevision', 6);
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('fetches once for several events of one change', async () => {
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

  it('fetches again for a revision announced during a fetch', async () => {
    const answers = [at(6), at(7)];
    const { newest, shown, seen } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    newest().say('websiteTitleChanged', 7);
    await settled();
    expect(shown).toEqual(['Title 6', 'Title 7']);
    expect(seen.asked).toBe(2);
  });

  it('does not fetch again when the response is already current', async () => {
    const { newest, seen } = start(() => at(7));
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    newest().say('websiteTitleChanged', 7);
    await settled();
    expect(seen.asked).toBe(1);
  });

  it('retries a server that is behind and keeps the newer settings', async () => {
    const answers = [at(4), at(5), at(6)];
    const { newest, shown, seen } = start(() => answers.shift() ?? null);
    newest().say('siteRevision', 5);
    newest().say('websiteTitleChanged', 6);
    await settled();
    expect([seen.asked, shown]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS);
    expect([seen.asked, shown]).toEqual([3, ['Title 6']]);
  });

  it('fetches after an event that it cannot parse', async () => {
    const { newest, shown } = start(() => at(6));
    newest().say('siteRevision', 5);
    newest().sayText('contentUpdated', '{broken');
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('polls every minute during maintenance', async () => {
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
  it('fetches immediately the first time, then polls every minute', async () => {
    const { newest, seen } = start(() => base);
    newest().fail('for now');
    newest().fail('for now');
    await settled();
    expect(seen.asked).toBe(1);
    await vi.advanceTimersByTimeAsync(3 * LIVE_POLL_MS);
    expect(seen.asked).toBe(4);
  });

  it('shows stored settings once when the server does not respond either', async () => {
    const { newest, seen } = start(() => null);
    newest().fail('for now');
    await vi.advanceTimersByTimeAsync(2 * LIVE_POLL_MS);
    expect(seen).toMatchObject({ asked: 3, storage: 1 });
  });

  it('counts as down without a hello event', async () => {
    const { shown } = start(() => at(6));
    await vi.advanceTimersByTimeAsync(LIVE_HELLO_TIMEOUT_MS);
    expect(shown).toEqual(['Title 6']);
  });

  it('stops polling once the stream is up again', async () => {
    const { newest, seen } = start(() => base);
    newest().fail('for now');
    await settled();
    newest().say('siteRevision', 5);
    await vi.advanceTimersByTimeAsync(5 * LIVE_POLL_MS);
    expect(seen.asked).toBe(1);
  });

  it('reopens a refused stream with growing delays, reset by a success', async () => {
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

  it('fetches when the network is back', async () => {
    const { newest, connection, seen } = start(() => base);
    newest().fail('for now');
    await settled();
    connection.handleOnline();
    await settled();
    expect(seen.asked).toBe(2);
  });
});

describe('a hidden tab', () => {
  it('has no stream and fetches nothing', async () => {
    const { newest, connection, show, seen, streams } = start();
    newest().say('siteRevision', 5);
    show(false);
    expect(newest().closed).toBe(true);
    connection.handleOnline();
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([streams.length, seen.asked]).toEqual([1, 0]);
  });

  it.each(['up', 'refused'])(
    'fetches when it is shown, and opens a stream, whose predecessor was %s',
    async (before) => {
      const { newest, show, shown, streams } = start(() => at(6));
      if (before === 'up') newest().say('siteRevision', 5);
      else newest().fail('for good');
      show(false);
      show(true);
      await settled();
      expect([shown, streams.length]).toEqual([['Title 6'], 2]);
      newest().say('siteRevision', 7);
      await settled();
      expect(newest().closed).toBe(false);
    },
  );

  it('asks again when it is shown, although an earlier request is on its way', async () => {
    const answers = [Promise.withResolvers<Site>(), Promise.withResolvers<Site>()];
    const { newest, show, shown, seen } = start(() => answers.shift()?.promise ?? null);
    const [early, late] = [...answers];
    newest().say('siteRevision', 5);
    newest().fail('for now');
    show(false);
    show(true);
    expect(seen.asked).toBe(2);
    late?.resolve(at(6));
    early?.resolve(base);
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('polls as before after it was hidden and shown during a poll', async () => {
    const answers: PromiseWithResolvers<Site>[] = [];
    const { newest, show, seen } = start(() => {
      const answer = Promise.withResolvers<Site>();
      answers.push(answer);
      return answer.promise;
    });
    const answerAll = () => {
      for (const answer of answers) answer.resolve(base);
    };
    newest().fail('for now');
    answerAll();
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS);
    show(false);
    show(true);
    newest().fail('for now');
    await vi.advanceTimersByTimeAsync(5_000);
    answerAll();
    await settled();
    const { asked } = seen;
    const answering = setInterval(answerAll, 100);
    await vi.advanceTimersByTimeAsync(3 * LIVE_POLL_MS + 1_000);
    clearInterval(answering);
    expect(seen.asked - asked).toBe(3);
  });

  it('opens no stream for a refusal that came before', async () => {
    const { newest, show, streams } = start(() => base);
    newest().fail('for good');
    show(false);
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect(streams).toHaveLength(1);
  });

  it('fetches the revision that another tab announces', async () => {
    const { newest, feed, connection, show, shown } = start(() => at(6));
    newest().say('siteRevision', 5);
    show(false);
    if (feed.recordRevision(6)) void connection.refresh();
    await settled();
    expect(shown).toEqual(['Title 6']);
  });

  it('opened in the background, waits until it is shown', async () => {
    const { show, seen, streams } = begin({ answers: () => base, visible: false });
    await vi.advanceTimersByTimeAsync(10 * LIVE_POLL_MS);
    expect([streams.length, seen.asked]).toEqual([0, 0]);
    show(true);
    await settled();
    expect([streams.length, seen.asked]).toEqual([1, 1]);
  });

  it('that is restored from the history opens a stream again', () => {
    const { connection, streams } = start();
    connection.close();
    connection.open();
    expect(streams).toHaveLength(2);
  });
});
