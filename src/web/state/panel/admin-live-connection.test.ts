import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIVE_POLL_MS, LIVE_REOPEN_FIRST_MS } from '../live-limits.ts';
import { AdminLiveConnection } from './admin-live-connection.ts';

function setUp() {
  const news: string[] = [];
  const breaks = { count: 0 };
  const streams: { readyState: number; say: (name: string) => void; closed: boolean }[] = [];
  const connection = new AdminLiveConnection({
    openStream: () => {
      const listeners = new Map<string, () => void>();
      const stream = {
        readyState: 1,
        closed: false,
        say: (name: string) => listeners.get(name)?.(),
        addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
        close: () => {
          stream.closed = true;
        },
      };
      streams.push(stream);
      return stream;
    },
    onEvent: (of) => news.push(of),
    onBreak: () => {
      breaks.count += 1;
    },
    random: () => 0,
  });
  connection.open();
  return { connection, news, streams, breaks };
}

describe('AdminLiveConnection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes on each kind of event', () => {
    const { news, streams } = setUp();
    streams[0]!.say('open');
    for (const name of ['settingsSaved', 'accountsChanged', 'accessChanged']) streams[0]!.say(name);
    expect(news).toEqual(['settings', 'accounts', 'access']);
  });

  it('polls everything only while the stream is down, and once when it is back', () => {
    const { news, streams } = setUp();
    streams[0]!.say('open');
    vi.advanceTimersByTime(LIVE_POLL_MS * 3);
    expect(news).toEqual([]);
    streams[0]!.readyState = 0;
    streams[0]!.say('error');
    vi.advanceTimersByTime(LIVE_POLL_MS * 2);
    expect(news).toEqual(['everything', 'everything']);
    streams[0]!.say('open');
    vi.advanceTimersByTime(LIVE_POLL_MS * 2);
    expect(news).toHaveLength(3);
  });

  it('reports each break at once, so that the panel can see whether the server still answers', () => {
    const { streams, breaks } = setUp();
    streams[0]!.say('open');
    expect(breaks.count).toBe(0);
    streams[0]!.readyState = 0;
    streams[0]!.say('error');
    streams[0]!.say('error');
    expect(breaks.count).toBe(2);
  });

  it('reopens a refused stream with growing delays and checks the session once', () => {
    const { news, streams } = setUp();
    for (const [index, wait] of [LIVE_REOPEN_FIRST_MS, LIVE_REOPEN_FIRST_MS * 2].entries()) {
      streams[index]!.readyState = 2;
      streams[index]!.say('error');
      vi.advanceTimersByTime(wait - 1);
      expect(streams).toHaveLength(index + 1);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(index + 2);
    }
    expect(news.filter((of) => of === 'access')).toHaveLength(1);
  });

  it('emits nothing once it is closed', () => {
    const { connection, news, streams } = setUp();
    streams[0]!.say('error');
    connection.close();
    vi.advanceTimersByTime(LIVE_POLL_MS * 5);
    expect(streams).toHaveLength(1);
    expect(streams[0]!.closed).toBe(true);
    expect(news).toEqual([]);
  });
});
