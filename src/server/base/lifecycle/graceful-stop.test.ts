import { EventEmitter } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type ConnectionTracker, installGracefulStop } from './graceful-stop.ts';

const install = ({ active = 0, drainMs = 60_000 } = {}) => {
  const source = new EventEmitter();
  const closed = Promise.withResolvers<void>();
  const exits: number[] = [];
  let at = 0;
  const connections: ConnectionTracker = {
    activeRequests: () => active,
    closeIdleConnections: vi.fn<() => void>(),
    destroyConnections: vi.fn<() => void>(() => closed.resolve()),
  };
  installGracefulStop({
    source,
    connections,
    close: () => closed.promise,
    drainMs,
    log: pino({ level: 'silent' }),
    flush: () => Promise.resolve(),
    exit: (code) => exits.push(code),
    now: () => at,
  });
  return {
    source,
    connections,
    closed,
    exits,
    pass: (ms: number) => {
      at += ms;
    },
  };
};

const settle = async (): Promise<void> => {
  for (let ticks = 0; ticks < 5; ticks += 1) await tick();
};

describe('installGracefulStop', () => {
  it('treats signals of any kind within a second as one, and exits with 0', async () => {
    const { source, connections, closed, exits, pass } = install({ active: 1 });
    source.emit('SIGTERM');
    source.emit('SIGTERM');
    pass(900);
    source.emit('SIGINT');
    expect(exits).toEqual([]);
    expect(connections.closeIdleConnections).toHaveBeenCalledTimes(1);
    closed.resolve();
    await settle();
    expect(exits).toEqual([0]);
  });

  it('exits immediately with 1 on a later signal', () => {
    const { source, exits, pass } = install({ active: 1 });
    source.emit('SIGTERM');
    pass(1_001);
    source.emit('SIGTERM');
    expect(exits).toEqual([1]);
  });

  it('keeps a listener for each signal throughout, so that none gets its default action', () => {
    const { source } = install();
    source.on('removeListener', () => expect.unreachable('a listener was removed'));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      source.emit(signal);
      expect(source.listenerCount(signal)).toBe(1);
    }
  });

  it.each([
    ['cuts requests that outlast the drain time, and exits with 1', 2, 1],
    ['exits with 0 when no request is left after the drain time', 0, 0],
  ])('%s', async (_what, active, code) => {
    const { source, connections, exits } = install({ active, drainMs: 1 });
    source.emit('SIGTERM');
    await vi.waitFor(() => expect(exits).toEqual([code]));
    expect(connections.destroyConnections).toHaveBeenCalledTimes(1);
  });

  it('exits with 1 when closing fails', async () => {
    const { source, closed, exits } = install();
    source.emit('SIGTERM');
    closed.reject(new Error('the database is away'));
    await settle();
    expect(exits).toEqual([1]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'drains and exits with 1 after a fault, and exits immediately after a second one (%s)',
    async (fault) => {
      const first = install();
      first.source.emit(fault, new Error('a fault'));
      first.closed.resolve();
      await settle();
      expect(first.exits).toEqual([1]);
      const second = install({ active: 1 });
      second.source.emit(fault, new Error('a fault'));
      second.source.emit(fault, new Error('another'));
      expect(second.exits).toEqual([1]);
    },
  );
});
