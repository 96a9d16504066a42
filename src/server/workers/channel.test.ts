import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Asked, type Channel, type ChannelParts, createChannel, type Message } from './channel.ts';

const SILENT_AFTER_MS = 20;

const opened: Channel[] = [];
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close();
});

/** Connects two ends as processes are: messages pass as JSON. `cut` loses what is sent from then on. */
const connect = (first: Partial<ChannelParts>, second: Partial<ChannelParts>) => {
  let isCut = false;
  const batches: number[] = [];
  const nobody = { answer: () => null, onNotification: () => undefined, silentAfterMs: SILENT_AFTER_MS };
  const pass = (to: () => Channel) => (messages: readonly Message[]) => {
    batches.push(messages.length);
    const text = JSON.stringify(messages);
    if (!isCut) setImmediate(() => to().receive(JSON.parse(text) as Message[]));
  };
  const one: Channel = createChannel({ ...nobody, ...first, send: pass(() => other) });
  const other: Channel = createChannel({ ...nobody, ...second, send: pass(() => one) });
  opened.push(one, other);
  const cut = (is: boolean): void => {
    isCut = is;
  };
  return { one, other, batches, cut };
};

describe('a channel', () => {
  it('answers questions at once and later, also with null', async () => {
    const answer = (name: string, payload: unknown) => (name === 'later' ? Promise.resolve(payload) : null);
    const { one } = connect({}, { answer });
    expect(await one.ask('now', 1)).toEqual({ value: null });
    expect(await one.ask('later', { of: [2] })).toEqual({ value: { of: [2] } });
  });

  it('sends the questions and notifications of one turn as one batch, in order', async () => {
    const received: unknown[] = [];
    const { one, batches } = connect({}, { onNotification: (_name, payload) => received.push(payload) });
    for (let sent = 0; sent < 5; sent += 1) one.notify('news', sent);
    await one.ask('last', null);
    expect(received).toEqual([0, 1, 2, 3, 4]);
    expect(batches[0]).toBe(6);
  });

  it('gives no answer to a question that fails at the other end, and reports the fault there', async () => {
    const onFault = vi.fn();
    const fault = new Error('unknown question');
    const answer = (name: string) => {
      if (name === 'throws') throw fault;
      return Promise.reject(fault);
    };
    const { one } = connect({}, { answer, onFault });
    expect([await one.ask('throws', null), await one.ask('rejects', null)]).toEqual([null, null]);
    expect(onFault.mock.calls).toEqual([
      ['throws', fault],
      ['rejects', fault],
    ]);
  });

  it('gives up on an other end that is silent, asks it nothing meanwhile, and asks again after a message of it', async () => {
    const onUnclaimed = vi.fn();
    const { one, other, cut } = connect({ onUnclaimed }, { answer: () => 'here' });
    cut(true);
    const began = performance.now();
    expect(await one.ask('lost', null)).toBeNull();
    expect(performance.now() - began).toBeLessThan(SILENT_AFTER_MS * 10);
    cut(false);
    expect(await one.ask('not sent', null)).toBeNull();
    other.notify('still here', null);
    await vi.waitFor(async () => expect(await one.ask('again', null)).toEqual({ value: 'here' }));
    expect(onUnclaimed).not.toHaveBeenCalled();
  });

  it('waits for an answer that takes long at an other end that is there', async () => {
    const answer = () => new Promise((resolve) => setTimeout(() => resolve('late'), SILENT_AFTER_MS * 6));
    const { one } = connect({}, { answer });
    expect(await one.ask('slow', null)).toEqual({ value: 'late' });
  });

  it('takes a question back, and reports an answer that was on its way', async () => {
    const signals: AbortSignal[] = [];
    const onUnclaimed = vi.fn();
    const answer = (name: string, _payload: unknown, { signal }: Asked) => {
      signals.push(signal);
      return name === 'quick' ? 7 : new Promise(() => undefined);
    };
    const { one } = connect({ onUnclaimed }, { answer });
    const [leaving, left] = [new AbortController(), new AbortController()];
    const slow = one.ask('slow', null, leaving.signal);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    leaving.abort(new Error('left'));
    await expect(slow).rejects.toThrow('left');
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
    const quick = one.ask('quick', null, left.signal);
    left.abort(new Error('left too'));
    await expect(quick).rejects.toThrow('left too');
    await vi.waitFor(() => expect(onUnclaimed).toHaveBeenCalledExactlyOnceWith('quick', 7));
  });

  it('leaves no question open when it is closed, and cancels those of the other end', async () => {
    const signals: AbortSignal[] = [];
    const answer = (_name: string, _payload: unknown, { signal }: Asked) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const { one, other } = connect({ answer }, { answer });
    const asked = one.ask('open', null);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    one.close();
    other.close();
    expect([await asked, await one.ask('after', null)]).toEqual([null, null]);
    expect(signals[0]?.aborted).toBe(true);
  });
});
