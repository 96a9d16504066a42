import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LIVE_HELLO_TIMEOUT_MS,
  LIVE_POLL_MS,
  LIVE_REOPEN_FIRST_MS,
  LiveConnection,
} from '../live-connection.ts';
import { createAdminFeed } from './live-panel.ts';

class FakeStream {
  readyState = 1;
  closed = false;
  readonly #listeners = new Map<string, (event: { data?: unknown }) => void>();
  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void {
    this.#listeners.set(name, listener);
  }
  say(name: string): void {
    this.#listeners.get(name)?.({ data: '{}' });
  }
  fail(readyState: 0 | 2): void {
    this.readyState = readyState;
    this.say('error');
  }
  close(): void {
    this.closed = true;
  }
}

function open({ visible = true, missesStart = false } = {}) {
  const news: string[] = [];
  const streams: FakeStream[] = [];
  const seen = { breaks: 0, visible };
  const feed = createAdminFeed({
    openStream: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    onEvent: (event) => news.push(event),
    onBreak: () => {
      seen.breaks += 1;
    },
    fetchAll: async () => void news.push('everything'),
    missesStart,
  });
  const connection = new LiveConnection(feed, { isVisible: () => seen.visible, random: () => 0 });
  connection.open();
  const show = (shown: boolean) => {
    seen.visible = shown;
    connection.handleVisibilityChange();
  };
  return { connection, news, streams, seen, show };
}

const everything = (news: readonly string[]): number => news.filter((of) => of === 'everything').length;

describe('the live stream of the panel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes on each kind of event', () => {
    const { news, streams } = open();
    streams[0]!.say('panelConnected');
    for (const name of ['settingsSaved', 'accountsChanged', 'accessChanged']) streams[0]!.say(name);
    expect(news).toEqual(['settings', 'accounts', 'access']);
  });

  it('polls everything only while it is down, and once when it is back', async () => {
    const { news, streams } = open();
    streams[0]!.say('panelConnected');
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 3);
    expect(news).toEqual([]);
    streams[0]!.fail(0);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 2);
    expect(news).toEqual(['everything', 'everything']);
    streams[0]!.say('panelConnected');
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 2);
    expect(news).toHaveLength(3);
  });

  it('behind a proxy that holds it back, fetches everything after ten seconds and then polls', async () => {
    const { news, streams, seen } = open();
    await vi.advanceTimersByTimeAsync(LIVE_HELLO_TIMEOUT_MS - 1);
    expect(news).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(news).toEqual(['everything']);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 2);
    expect(news).toEqual(['everything', 'everything', 'everything']);
    expect([streams.length, seen.breaks]).toEqual([1, 0]);
  });

  it('reports each break at once, so that the panel can see whether the server still answers', () => {
    const { streams, seen } = open();
    streams[0]!.say('panelConnected');
    expect(seen.breaks).toBe(0);
    streams[0]!.fail(0);
    streams[0]!.fail(0);
    expect(seen.breaks).toBe(2);
  });

  it('is opened again with growing delays when it is refused, and has the session checked each time', async () => {
    const { news, streams } = open();
    for (const [index, wait] of [LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_FIRST_MS * 2].entries()) {
      streams[index]!.fail(2);
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(streams).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(streams).toHaveLength(index + 2);
    }
    expect(news).toEqual(['access', 'access']);
  });

  it('is closed in a hidden tab, which fetches everything when it is shown', async () => {
    const { news, streams, show } = open();
    streams[0]!.say('panelConnected');
    show(false);
    expect(streams[0]!.closed).toBe(true);
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 3);
    expect([news, streams.length]).toEqual([[], 1]);
    show(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([news, streams.length]).toEqual([['everything'], 2]);
    // Something may have changed between that answer and the new stream.
    streams[1]!.say('panelConnected');
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 3);
    expect(everything(news)).toBe(2);
  });

  it('in a tab opened in the background, starts when the tab is shown', () => {
    const { streams, show } = open({ visible: false });
    expect(streams).toHaveLength(0);
    show(true);
    expect(streams).toHaveLength(1);
  });

  it('fetches at the start what its page may have missed before', () => {
    const { news, streams } = open({ missesStart: true });
    streams[0]!.say('panelConnected');
    expect(news).toEqual(['everything']);
  });

  it('reports nothing once it is closed', async () => {
    const { connection, news, streams } = open();
    streams[0]!.fail(0);
    connection.close();
    await vi.advanceTimersByTimeAsync(LIVE_POLL_MS * 5);
    expect([streams.length, streams[0]!.closed, news]).toEqual([1, true, []]);
  });
});
