import type { Peers } from '../../../src/server/peers/peers.ts';

/** Creates the peers of some workers in this process. Data passes as JSON, at once. */
export const connectPeers = (count: number): readonly Peers[] => {
  const receivers = Array.from({ length: count }, () => new Map<string, ((data: unknown) => void)[]>());
  return receivers.map((own, index) => ({
    exchange<Data>(topic: string, receive: (data: Data) => void) {
      own.set(topic, [...(own.get(topic) ?? []), receive as (data: unknown) => void]);
      return (data: Data) => {
        for (const [other, topics] of receivers.entries())
          if (other !== index)
            for (const receiver of topics.get(topic) ?? []) receiver(JSON.parse(JSON.stringify(data)));
      };
    },
  }));
};
