import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { rescueLostConnections } from './lost-connections.ts';

/** More than any test hands over. */
const HAND_OVERS_MAX = 20;

/**
 * Creates a worker under node:cluster, as far as connections are concerned. It hands a connection over on `handOver`, and, until the worker
 * is disconnected, another one after each refusal.
 */
const createWorker = (hasOthers = true) => {
  const sent: number[] = [];
  const refused: number[] = [];
  const closed: number[] = [];
  let isConnected = true;
  const child = Object.assign(new EventEmitter(), {
    send(message: { readonly seq: number }): boolean {
      sent.push(message.seq);
      return true;
    },
  });
  const worker = Object.assign(new EventEmitter(), { process: child, isConnected: () => isConnected });
  const handOver = (): void => {
    child.send(Object.assign({ seq: sent.length }, { cmd: 'NODE_CLUSTER', act: 'newconn' }));
  };
  child.on('internalMessage', ({ ack, accepted }: { ack: number; accepted: boolean }) => {
    (accepted ? closed : refused).push(ack);
    if (accepted) return;
    if (isConnected && sent.length < HAND_OVERS_MAX) handOver();
  });
  rescueLostConnections(worker as unknown as Worker, () => hasOthers);
  return {
    refused,
    closed,
    handOver,
    accept: (seq: number) => child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: true }),
    exit: () => worker.emit('exit', null, 'SIGKILL'),
    loseChannel() {
      isConnected = false;
    },
    disconnect() {
      isConnected = false;
      worker.emit('disconnect');
    },
    close: () => child.emit('close', null, 'SIGKILL'),
  };
};

describe('the connections of a worker that is killed', () => {
  it('are refused in its place when it did not answer, and only then', () => {
    const { handOver, accept, exit, disconnect, refused } = createWorker();
    handOver();
    handOver();
    accept(0);
    disconnect();
    exit();
    expect(refused).toEqual([1]);
  });

  it('are refused once each when node:cluster hands the dead worker another one for each refusal', () => {
    const { handOver, exit, disconnect, refused } = createWorker();
    handOver();
    exit();
    expect(refused).toEqual([0]);
    disconnect();
    expect(refused).toEqual([0, 1]);
  });

  it('are closed at the exit when its channel is gone, without a disconnect, and there is no other worker', () => {
    const { handOver, loseChannel, exit, refused, closed } = createWorker(false);
    handOver();
    loseChannel();
    exit();
    expect([refused, closed]).toEqual([[], [0]]);
  });

  it('are refused when the process has closed if they were handed over after the exit and no disconnect follows', () => {
    const { handOver, exit, loseChannel, close, refused } = createWorker();
    exit();
    handOver();
    loseChannel();
    close();
    expect(refused).toEqual([0]);
  });

  it('are closed after the disconnect when there is no other worker', () => {
    const { handOver, exit, disconnect, refused, closed } = createWorker(false);
    handOver();
    exit();
    disconnect();
    expect([refused, closed]).toEqual([[0], [1]]);
  });
});
