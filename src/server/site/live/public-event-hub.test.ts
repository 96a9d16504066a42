import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MIN_MS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
  LIVE_UNREAD_MAX_BYTES,
  LIVE_WRITES_CONCURRENCY,
} from './live-limits.ts';
import { createPublicEventHub, type PublicEventHub } from './public-event-hub.ts';

/** A response in memory; a stuck one never finishes a write. */
class Answer extends Writable {
  received = '';
  head: unknown = null;
  readonly #stuck: boolean;
  constructor(stuck = false) {
    super();
    this.#stuck = stuck;
  }
  writeHead(status: number, headers: object): void {
    this.head = { status, ...headers };
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.received += chunk.toString();
    if (!this.#stuck) done();
  }
}

let hub: PublicEventHub;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] });
  hub = createPublicEventHub();
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

const ABILITIES = { samples: true, readsStories: false };
const ABILITIES_EVENT = 'event: siteAbilities\ndata: {"samples":true,"readsStories":false}\n\n';
const open = (revision = 0, answer = new Answer(), network: string | null = null) => {
  const isAccepted = hub.open(answer as unknown as ServerResponse, { revision, ...ABILITIES }, network);
  return { answer, taken: isAccepted };
};
/** Waits until all messages are written to all streams. */
const untilWritten = async (turns = 3) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const afterHello = (answer: Answer) => answer.received.split(ABILITIES_EVENT)[1] ?? '';

describe('the public event hub', () => {
  it('starts a stream with a reconnect delay, the revision and what the site can do', () => {
    const { answer, taken } = open(7);
    expect(taken).toBe(true);
    expect(answer.head).toMatchObject({ status: 200, 'content-type': 'text/event-stream' });
    const [, wait] =
      /^retry: (\d+)\nevent: siteRevision\ndata: {"revision":7}\n\n$/.exec(
        answer.received.replace(ABILITIES_EVENT, ''),
      ) ?? [];
    expect(answer.received.endsWith(ABILITIES_EVENT)).toBe(true);
    expect(Number(wait)).toBeGreaterThanOrEqual(LIVE_RETRY_MIN_MS);
    expect(Number(wait)).toBeLessThanOrEqual(LIVE_RETRY_MAX_MS);
  });

  it('sends each changed setting to every stream, in order', async () => {
    const answers = Array.from({ length: LIVE_WRITES_CONCURRENCY * 2 + 1 }, () => open().answer);
    hub.announce(['title', 'navbar'], 1);
    hub.announce(['maintenance'], 2);
    await untilWritten(10);
    const events =
      'event: websiteTitleChanged\ndata: {"revision":1}\n\n' +
      'event: navbarChanged\ndata: {"revision":1}\n\n' +
      'event: maintenanceModeChanged\ndata: {"revision":2}\n\n';
    expect(new Set(answers.map(afterHello))).toEqual(new Set([events]));
  });

  it('sends what the site can do to every stream', async () => {
    const answers = [open().answer, open().answer];
    hub.announceAbilities({ samples: false, readsStories: true });
    await untilWritten();
    const events = 'event: siteAbilities\ndata: {"samples":false,"readsStories":true}\n\n';
    expect(answers.map(afterHello)).toEqual([events, events]);
  });

  it('keeps the order of changes for a stream while others close', async () => {
    const answers = Array.from({ length: LIVE_WRITES_CONCURRENCY * 2 }, () => open().answer);
    const last = answers.at(-1) as Answer;
    hub.announce(['title'], 1);
    for (const answer of answers.slice(0, LIVE_WRITES_CONCURRENCY)) answer.destroy();
    // The closed streams are removed before the first message reaches the last stream.
    await new Promise(process.nextTick);
    hub.announce(['title'], 2);
    await untilWritten(10);
    expect(afterHello(last).match(/\d+/g)).toEqual(['1', '2']);
  });

  it('sends no change that was made before the stream opened', async () => {
    hub.announce(['title'], 1);
    const { answer } = open(1);
    await untilWritten();
    expect(afterHello(answer)).toBe('');
  });

  it('uses one heartbeat timer for all streams', async () => {
    const answers = [open().answer, open().answer];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(LIVE_HEARTBEAT_MS * 2);
    await untilWritten();
    expect(answers.map(afterHello)).toEqual([':\n\n:\n\n', ':\n\n:\n\n']);
  });

  it('closes a stream whose client does not read, and no other', async () => {
    const { answer: reader } = open();
    const { answer: stuck } = open(0, new Answer(true));
    const perEvent = 'event: contentUpdated\ndata: {"revision":1}\n\n'.length;
    const enough = Math.ceil(LIVE_UNREAD_MAX_BYTES / perEvent) + 2;
    for (let count = 0; count < enough; count += 1) hub.announce(['content'], 1);
    await untilWritten(enough * 2);
    expect([stuck.destroyed, reader.destroyed]).toEqual([true, false]);
    expect(stuck.writableLength).toBeLessThan(LIVE_UNREAD_MAX_BYTES + 2 * perEvent);
    expect(afterHello(reader)).toHaveLength(enough * perEvent);
  });

  it('survives a client that disconnects during a write', async () => {
    const { answer: leaving } = open();
    const { answer: staying } = open();
    hub.announce(['title'], 1);
    leaving.destroy(new Error('reset'));
    await untilWritten();
    expect(afterHello(leaving)).toBe('');
    expect(afterHello(staying)).toContain('websiteTitleChanged');
  });

  it('accepts streams up to its limit, and another after one has closed', async () => {
    const answers = Array.from({ length: LIVE_STREAMS_MAX }, () => open().answer);
    const refused = open();
    expect([refused.taken, refused.answer.head, refused.answer.received]).toEqual([false, null, '']);
    answers[0]?.destroy();
    await untilWritten();
    expect(open().taken).toBe(true);
    expect(open().taken).toBe(false);
  });

  it('limits the streams of one network, and accepts another after one has closed', async () => {
    const from = (network: string) => open(0, new Answer(), network);
    const answers = Array.from({ length: LIVE_STREAMS_PER_NETWORK_MAX }, () => from('one').answer);
    const refused = from('one');
    expect([refused.taken, refused.answer.head]).toEqual([false, null]);
    expect([from('other').taken, open().taken]).toEqual([true, true]);
    answers[0]?.destroy();
    await untilWritten();
    expect([from('one').taken, from('one').taken]).toEqual([true, false]);
  });

  it('does not count a visitor who left before the response', async () => {
    for (let count = 0; count <= LIVE_STREAMS_MAX; count += 1) {
      const gone = new Answer();
      gone.destroy();
      await new Promise(process.nextTick);
      open(0, gone);
    }
    expect(open().taken).toBe(true);
  });

  it('ends all streams when it closes, stuck ones after a grace period, and accepts no more', async () => {
    const { answer: reader } = open();
    const { answer: stuck } = open(0, new Answer(true));
    hub.announce(['title'], 1);
    hub.close();
    await untilWritten();
    expect([reader.writableFinished, reader.destroyed, stuck.destroyed]).toEqual([true, true, false]);
    vi.advanceTimersByTime(LIVE_CLOSE_GRACE_MS);
    expect(stuck.destroyed).toBe(true);
    expect(open().taken).toBe(false);
  });
});
