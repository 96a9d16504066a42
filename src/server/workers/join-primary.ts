import cluster from 'node:cluster';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Peers } from '../peers/peers.ts';
import { createChannel, type Message } from './channel.ts';
import { createPrimaryLink, returnUnclaimed } from './primary-link.ts';
import type { WorkerConnection } from './site.ts';
import { type Duties, DutyUnavailableError } from './site-duties.ts';
import { MESSAGE, type Welcome } from './worker-process.ts';

/** Milliseconds for a last message to leave before the process exits. */
const LAST_MESSAGE_MS = 200;

/** A worker's connection to its primary. */
export interface JoinedWorker extends WorkerConnection {
  readonly number: number;
  /** Calls the listener when the primary wants this worker to stop, and when the primary is gone. */
  onStop(listener: () => void): void;
  /** Reports that this worker listens. */
  ready(address: string): void;
  /** Reports why this worker cannot start. */
  fail(reason: string): Promise<void>;
}

/** Creates the topics of a worker. */
const createPeers = (publish: (topic: string, data: unknown) => void) => {
  const receivers = new Map<string, ((data: unknown) => void)[]>();
  const peers: Peers = {
    exchange<Data>(topic: string, receive: (data: Data) => void) {
      // Workers run the same version, so a topic carries the same data in each.
      receivers.set(topic, [...(receivers.get(topic) ?? []), receive as (data: unknown) => void]);
      return (data: Data) => publish(topic, data);
    },
  };
  const deliver = (topic: string, data: unknown): void => {
    for (const receive of receivers.get(topic) ?? []) receive(data);
  };
  return { peers, deliver };
};

/** Joins the primary that has started this process. */
export const joinPrimary = async (): Promise<JoinedWorker> => {
  const offers = new Map<string, (payload: unknown) => unknown>();
  const stopListeners: (() => void)[] = [];
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    for (const listener of stopListeners.splice(0)) listener();
  };
  const { peers, deliver } = createPeers((topic, data) => channel.notify(MESSAGE.topic, [topic, data]));
  const channel = createChannel({
    send(messages) {
      if (process.connected) process.send?.(messages, undefined, undefined, () => undefined);
    },
    answer(name, payload) {
      const offer = offers.get(name);
      if (offer === undefined) throw new Error(`this worker does not offer "${name}" yet`);
      return offer(payload);
    },
    onNotification(name, payload) {
      if (name === MESSAGE.stop) stop();
      if (name === MESSAGE.topic) deliver(...(payload as [string, unknown]));
    },
    onUnclaimed: (_name, value) => returnUnclaimed(channel, value),
  });
  process.on('message', (messages: Message[]) => channel.receive(messages));
  cluster.worker?.once('disconnect', () => {
    // Without this, the worker would exit at once and cut its downloads when the primary has died.
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
    channel.close();
    stop();
  });
  const welcome = (await channel.ask(MESSAGE.welcome, null))?.value as Welcome | undefined;
  if (welcome === undefined) throw new Error('the primary process does not answer');
  const areOwn = welcome.number === 1;
  const duties: Duties = {
    areOwn,
    offer: (name, answer) => void offers.set(name, answer),
    async ask(name, payload) {
      const answer = (await channel.ask(MESSAGE.duty, { name, payload }))?.value as
        | { value: unknown }
        | null
        | undefined;
      if (answer === null || answer === undefined)
        throw new DutyUnavailableError('the worker with the duties does not answer');
      return answer.value;
    },
    askAll: async (name, payload) =>
      ((await channel.ask(MESSAGE.everyone, { name, payload }))?.value as readonly unknown[] | undefined) ??
      [],
  };
  return {
    number: welcome.number,
    subjectKey: Buffer.from(welcome.subjectKey, 'base64'),
    link: createPrimaryLink(channel),
    peers,
    duties,
    onStop(listener) {
      if (isStopping) listener();
      else stopListeners.push(listener);
    },
    ready: (address) => channel.notify(MESSAGE.ready, address),
    async fail(reason) {
      channel.notify(MESSAGE.failed, reason);
      await pause(LAST_MESSAGE_MS);
    },
  };
};
