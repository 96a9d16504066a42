import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStalledClientMonitor, type StalledClientMonitor } from './stalled-clients.ts';

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
