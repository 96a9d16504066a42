import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#shared/contract/account.ts';
import { createEventHub, type EventHub, eventText } from './event-hub.ts';
import { ACCESS_STREAMS_MAX, LIVE_HEARTBEAT_MS } from './live-limits.ts';

/** A response in memory. */
class Answer extends Writable {
  received = '';
  writeHead(): void {
    // The head is not tested here.
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.received += chunk.toString();
    done();
  }
}

let hub: EventHub;
/** Answers each lookup of the hub, in order. */
let lookUps: ((roles: ReadonlyMap<string, Role>) => void)[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] });
  lookUps = [];
  hub = createEventHub(() => new Promise((resolve) => lookUps.push(resolve)));
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

const tryToOpen = (sessionId: string, role: Role) => {
  const answer = new Answer();
  const topic = role === 'waiting' ? ('access' as const) : ('panel' as const);
  const reader = { topic, accountId: sessionId, sessionId, role };
  return { answer, taken: hub.open(answer as unknown as ServerResponse, reader, ':\n\n') };
};
const open = (sessionId: string, role: Role = 'administrator'): Answer => {
  const { answer, taken } = tryToOpen(sessionId, role);
  expect(taken).toBe(true);
  return answer;
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the heartbeat of the event hub', () => {
  it('ends the streams of ended sessions, but not one that opened during the lookup', async () => {
    const [stays, ended] = [open('stays'), open('ended')];
    vi.advanceTimersByTime(LIVE_HEARTBEAT_MS);
    const opened = open('opened');
    lookUps[0]?.(new Map([['stays', 'administrator']]));
    await settle();
    expect([stays, ended, opened].map(({ writableEnded }) => writableEnded)).toEqual([false, true, false]);
    expect(ended.received).toContain('event: accessChanged\n');
  });
});

describe('a stream that carries only access', () => {
  it('ends with an approval, and gets no event before', async () => {
    const [waits, approved, panel] = [open('waits', 'waiting'), open('approved', 'waiting'), open('panel')];
    hub.send('panel', eventText('accountsChanged', {}));
    hub.end('approved');
    await settle();
    expect([waits, approved, panel].map(({ writableEnded }) => writableEnded)).toEqual([false, true, false]);
    expect(approved.received).toContain('event: accessChanged\n');
    expect([waits, approved].some(({ received }) => received.includes('accountsChanged'))).toBe(false);
    expect(panel.received).toContain('accountsChanged');
  });

  it('is refused above the limit for all accounts, which leaves panels their streams', () => {
    for (let count = 0; count < ACCESS_STREAMS_MAX; count += 1) open(`waits ${String(count)}`, 'waiting');
    expect(tryToOpen('more', 'waiting').taken).toBe(false);
    open('panel');
  });
});
