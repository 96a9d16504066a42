import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { createSlots } from '../../limits/slots.ts';
import { HEARTBEAT, LIVE_HEAD, retryField, writeOrDestroy } from './event-stream.ts';
import {
  LIVE_CLOSE_GRACE_MS,
  LIVE_HEARTBEAT_MS,
  LIVE_STREAMS_MAX,
  LIVE_STREAMS_PER_NETWORK_MAX,
  LIVE_WRITES_CONCURRENCY,
} from './live-limits.ts';

/** Server-sent-events hub of the public page: notifies open pages of changed settings. */
export interface PublicEventHub {
  /**
   * Responds with a stream that begins with the site's revision and abilities. Returns false without writing anything if
   * the hub is closed or has too many streams, in total or from this network, given its key. A null network has no limit of its own.
   */
  open(
    response: ServerResponse,
    site: Pick<Site, 'revision'> & SiteAbilities,
    network: string | null,
  ): boolean;
  /** Sends one event per changed setting to every open stream. */
  announce(changed: readonly SiteSetting[], revision: number): void;
  /** Sends what the site can do to every open stream. */
  announceAbilities(abilities: SiteAbilities): void;
  /** Ends every stream and accepts no new ones. */
  close(): void;
}

const event = (name: string, revision: number): string =>
  `event: ${name}\ndata: ${JSON.stringify({ revision })}\n\n`;

const abilitiesEvent = ({ samples, readsStories }: SiteAbilities): string =>
  `event: ${LIVE_ABILITIES_EVENT}\ndata: ${JSON.stringify({ samples, readsStories })}\n\n`;

/** Writes to the streams in batches: thousands of writes at once would delay every download by a tenth of a second. */
const writeInBatches = async (streams: readonly ServerResponse[], bytes: Buffer): Promise<void> => {
  for (let at = 0; at < streams.length; at += LIVE_WRITES_CONCURRENCY) {
    for (const stream of streams.slice(at, at + LIVE_WRITES_CONCURRENCY)) writeOrDestroy(stream, bytes);
    await nextTurn();
  }
};

/** Creates the hub. Its heartbeat is one timer for all streams, and does not keep the process alive. */
export const createPublicEventHub = (): PublicEventHub => {
  const streams = new Set<ServerResponse>();
  const slots = createSlots({ perNetwork: LIVE_STREAMS_PER_NETWORK_MAX, total: LIVE_STREAMS_MAX });
  let closed = false;
  const mutex = new Mutex();
  /** Sends to all streams, one message after another, so that every stream receives changes in order. */
  const send = (bytes: Buffer): void => {
    const readers = [...streams];
    void mutex.runExclusive(() => writeInBatches(readers, bytes));
  };
  const heartbeat = setInterval(() => send(HEARTBEAT), LIVE_HEARTBEAT_MS);
  heartbeat.unref();
  return {
    open(response, site, network) {
      if (closed) return false;
      // The client has left: 'close' was already emitted, so the stream would never be removed.
      if (response.destroyed) return true;
      const slot = slots.open(network);
      if (slot === null) return false;
      streams.add(response);
      response.on('close', () => {
        streams.delete(response);
        slot.release();
      });
      // A reset by the client is an ordinary end; 'close' follows.
      response.on('error', () => undefined);
      response.writeHead(200, LIVE_HEAD);
      response.write(retryField() + event(LIVE_HELLO_EVENT, site.revision) + abilitiesEvent(site));
      return true;
    },
    announce(changed, revision) {
      send(Buffer.from(changed.map((setting) => event(SITE_SETTINGS[setting].event, revision)).join('')));
    },
    announceAbilities(abilities) {
      send(Buffer.from(abilitiesEvent(abilities)));
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
      // A client that does not read would delay the shutdown.
      setTimeout(() => {
        for (const stream of streams) stream.destroy();
      }, LIVE_CLOSE_GRACE_MS).unref();
    },
  };
};
