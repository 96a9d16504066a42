import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStalledClientMonitor, type StalledClientMonitor } from './connection-limits.ts';

/** A connection with bytes that the client does not read. */
class StuckSocket extends EventEmitter {
  readonly bytesWritten = 100;
  readonly writableLength = 100;
  readonly resetAndDestroy = vi.fn<() => void>(() => void this.emit('close'));
}

let stalledClients: StalledClientMonitor;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  stalledClients = createStalledClientMonitor();
});
afterEach(() => {
  stalledClients.close();
  vi.useRealTimers();
});

const trackSocket = (): StuckSocket => {
  const socket = new StuckSocket();
  stalledClients.track(socket as unknown as Socket);
  return socket;
};

it('disconnects a client that reads nothing for 40 seconds, within a minute', () => {
  const socket = trackSocket();
  vi.advanceTimersByTime(39_999);
  expect(socket.resetAndDestroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20_000);
  expect(socket.resetAndDestroy).toHaveBeenCalledOnce();
});

it('measures from the end of the last exemption', () => {
  const socket = trackSocket();
  const [one, two] = [1, 2].map(() => stalledClients.exempt(socket as unknown as Socket));
  vi.advanceTimersByTime(100_000);
  one?.();
  one?.();
  vi.advanceTimersByTime(100_000);
  expect(socket.resetAndDestroy).not.toHaveBeenCalled();
  two?.();
  vi.advanceTimersByTime(39_999);
  expect(socket.resetAndDestroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20_000);
  expect(socket.resetAndDestroy).toHaveBeenCalledOnce();
});

it('tells about a pause of a watched file, and about its end', () => {
  const stuck = { bytesWritten: 100, writableLength: 100 };
  const socket = Object.assign(new EventEmitter(), stuck);
  const file = socket as unknown as Socket;
  stalledClients.track(file);
  const pauses: AbortSignal[] = [];
  const end = stalledClients.exempt(file, { pauseAfterMs: 20_000, onPause: (signal) => pauses.push(signal) });
  vi.advanceTimersByTime(19_000);
  expect([pauses.length, stalledClients.pausedSince(file)]).toEqual([0, null]);
  vi.advanceTimersByTime(2_000);
  expect([pauses.length, pauses[0]?.aborted, stalledClients.isExempt(file)]).toEqual([1, false, true]);
  expect(stalledClients.pausedSince(file)).not.toBeNull();
  socket.bytesWritten += 50;
  vi.advanceTimersByTime(1_000);
  expect([pauses[0]?.aborted, stalledClients.pausedSince(file)]).toEqual([true, null]);
  vi.advanceTimersByTime(60_000);
  expect([pauses.length, pauses[1]?.aborted]).toEqual([2, false]);
  end();
  expect([pauses[1]?.aborted, stalledClients.isExempt(file)]).toEqual([true, false]);
});
