import type { ServerResponse } from 'node:http';
import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { createSlots } from '../../limits/slots.ts';
import { createEventHub, eventText } from './event-hub.ts';
import { LIVE_STREAMS_MAX, LIVE_STREAMS_PER_NETWORK_MAX } from './live-limits.ts';

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

const abilitiesEvent = ({ samples, readsStories }: SiteAbilities): string =>
  eventText(LIVE_ABILITIES_EVENT, { samples, readsStories });

export const createPublicEventHub = (): PublicEventHub => {
  const hub = createEventHub<string | null>();
  const slots = createSlots({ perNetwork: LIVE_STREAMS_PER_NETWORK_MAX, total: LIVE_STREAMS_MAX });
  return {
    open(response, site, network) {
      const slot = slots.open(network);
      if (slot === null) return false;
      const greeting = eventText(LIVE_HELLO_EVENT, { revision: site.revision }) + abilitiesEvent(site);
      const isOpen = hub.open(response, network, greeting);
      if (!isOpen || response.destroyed) slot.release();
      else response.on('close', slot.release);
      return isOpen;
    },
    announce(changed, revision) {
      hub.send(changed.map((setting) => eventText(SITE_SETTINGS[setting].event, { revision })).join(''));
    },
    announceAbilities(abilities) {
      hub.send(abilitiesEvent(abilities));
    },
    close: hub.close,
  };
};
