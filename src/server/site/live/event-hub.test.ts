import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteSetting } from '#shared/contract/site.ts';
import { SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { createEventHub, type EventHub, eventText } from './event-hub.ts';
import {
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MIN_MS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
  LIVE_UNREAD_MAX_BYTES,
  LIVE_WRITES_PER_BATCH,
} from './live-limits.ts';

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

let hub: EventHub;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] });
  hub = createEventHub(async () => new Map());
});
afterEach(() => {
  hub.close();
  vi.useRealTimers();
});

const GREETING = 'event: siteRevision\ndata: {"revision":7}\n\n';
const open = (answer = new Answer(), network: string | null = null) => {
  const taken = hub.open(answer as unknown as ServerResponse, { topic: 'site', network }, GREETING);
  return { answer, taken };
};
const announce = (changed: readonly SiteSetting[], revision: number) =>
  hub.send('site', changed.map((name) => eventText(SITE_SETTINGS[name].event, { revision })).join(''));
/** Waits until all messages are written to all streams. */
const untilWritten = async (turns = 3) => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const afterHello = (answer: Answer) => answer.received.split(GREETING)[1] ?? '';

describe('the event hub of open pages', () => {
  it('starts a stream with a reconnect delay and the greeting', async () => {
    const { answer, taken } = open();
    expect(taken).toBe(true);
    expect(answer.head).toMatchObject({ status: 200, 'content-type': 'text/event-stream' });
    const [, wait] = /^retry: (\d+)\n$/.exec(answer.received.replace(GREETING, '')) ?? [];
    expect(answer.received.endsWith(GREETING)).toBe(true);
    expect(Number(wait)).toBeGreaterThanOrEqual(LIVE_RETRY_MIN_MS);
    expect(Number(wait)).toBeLessThanOrEqual(LIVE_RETRY_MAX_MS);
  });

  it('sends each changed setting to every stream, in order', async () => {
    const answers = Array.from({ length: LIVE_WRITES_PER_BATCH * 2 + 1 }, () => open().answer);
    announce(['title', 'navbar'], 1);
    announce(['maintenance'], 2);
    await untilWritten(10);
    const events =
      'event: websiteTitleChanged\ndata: {"revision":1}\n\n' +
      'event: navbarChanged\ndata: {"revision":1}\n\n' +
      'event: maintenanceModeChanged\ndata: {"revision":2}\n\n';
    expect(new Set(answers.map(afterHello))).toEqual(new Set([events]));
  });

  it('keeps the order of changes for a stream while others close', async () => {
    const answers = Array.from({ length: LIVE_WRITES_PER_BATCH * 2 }, () => open().answer);
    const last = answers.at(-1) as Answer;
    announce(['title'], 1);
    for (const answer of answers.slice(0, LIVE_WRITES_PER_BATCH)) answer.destroy();
    // The closed streams are removed before the first message reaches the last stream.
    await new Promise(process.nextTick);
    announce(['title'], 2);
    await untilWritten(10);
    expect(afterHello(last).match(/\d+/g)).toEqual(['1', '2']);
  });

  it('sends no change that was made before the stream opened', async () => {
    announce(['title'], 1);
    const { answer } = open();
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
    const { answer: stuck } = open(new Answer(true));
    const perEvent = 'event: contentUpdated\ndata: {"revision":1}\n\n'.length;
    const enough = Math.ceil(LIVE_UNREAD_MAX_BYTES / perEvent) + 2;
    for (let count = 0; count < enough; count += 1) announce(['content'], 1);
    await untilWritten(enough * 2);
    expect([stuck.destroyed, reader.destroyed]).toEqual([true, false]);
    expect(stuck.writableLength).toBeLessThan(LIVE_UNREAD_MAX_BYTES + 2 * perEvent);
    expect(afterHello(reader)).toHaveLength(enough * perEvent);
  });

  it('survives a client that disconnects during a write', async () => {
    const { answer: leaving } = open();
    const { answer: staying } = open();
    announce(['title'], 1);
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
    const from = (network: string) => open(new Answer(), network);
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
      open(gone);
    }
    expect(open().taken).toBe(true);
  });

  it('ends all streams when it closes, stuck ones after a grace period, and accepts no more', async () => {
    const { answer: reader } = open();
    const { answer: stuck } = open(new Answer(true));
    announce(['title'], 1);
    hub.close();
    await untilWritten();
    expect([reader.writableFinished, reader.destroyed, stuck.destroyed]).toEqual([true, true, false]);
    vi.advanceTimersByTime(LIVE_CLOSE_GRACE_MS);
    expect(stuck.destroyed).toBe(true);
    expect(open().taken).toBe(false);
  });
});
