import type { Worker } from 'node:cluster';

/** Message by which node:cluster hands a connection to a worker, as far as it is read here. */
interface HandOver {
  readonly cmd: 'NODE_CLUSTER';
  readonly act: 'newconn';
  readonly seq: number;
}
/** Answer of the worker. */
interface Acknowledgement {
  readonly cmd: 'NODE_CLUSTER';
  readonly ack: number;
  readonly accepted: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isHandOver = (message: unknown): message is HandOver =>
  isObject(message) && message['cmd'] === 'NODE_CLUSTER' && message['act'] === 'newconn';
const isAcknowledgement = (message: unknown): message is Acknowledgement =>
  isObject(message) && message['cmd'] === 'NODE_CLUSTER' && typeof message['ack'] === 'number';

/**
 * Hands the connections that a killed worker did not take any more to the others. node:cluster keeps such a connection open for a worker
 * that never answers, so its visitor would wait forever. It hands a connection on when the worker refuses it, so a refusal is put in
 * place of the answer that cannot come. Between exit and disconnect, node:cluster may hand further connections to the dead worker, also in
 * response to a refusal; those are refused at the disconnect, or when the process has closed if Node reports no disconnect (it does not
 * while a connection is on its way). From the disconnect on, if `hasOthers` returns false, they are closed: an accepted connection is closed
 * in this process, and a refused one would stay in a queue that nothing reads. This relies on the messages of the pinned Node; docs/adr/0049
 * and the test that kills a worker under load say what must hold.
 */
export const rescueLostConnections = (worker: Worker, hasOthers: () => boolean): void => {
  const { process: child } = worker;
  const unanswered = new Set<number>();
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean;
  const sendAndNote = (...given: readonly unknown[]): boolean => {
    const [message] = given;
    if (isHandOver(message)) unanswered.add(message.seq);
    return send(...given);
  };
  child.send = sendAndNote;
  child.on('internalMessage', (message: unknown) => {
    if (isAcknowledgement(message)) unanswered.delete(message.ack);
  });
  const answerAll = (accepted: boolean): void => {
    const answered = [...unanswered];
    unanswered.clear();
    for (const seq of answered)
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted } satisfies Acknowledgement);
  };
  const answerLast = (): void => answerAll(!worker.isConnected() && !hasOthers());
  worker.once('exit', answerLast);
  worker.once('disconnect', answerLast);
  child.once('close', answerLast);
};
