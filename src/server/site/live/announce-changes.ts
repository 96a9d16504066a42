import type { SiteAbilities } from '#shared/contract/site.ts';
import { hasSameAbilities } from '#shared/contract/site-settings.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { EngineSettings } from '../settings/engine-settings.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { AdminEventHub } from './admin-event-hub.ts';
import type { PublicEventHub } from './public-event-hub.ts';

/** Settings and accounts whose changes `announceChanges` sends to the hubs. */
export interface ChangeSources {
  readonly settings: Pick<SiteSettings, 'current' | 'onChange'>;
  readonly engineSettings: Pick<EngineSettings, 'onChange'>;
  readonly accounts: Pick<Accounts, 'onChange'>;
}

/** Hubs that notify open pages and panels. */
export interface EventHubs {
  readonly publicEvents: Pick<PublicEventHub, 'announce' | 'announceAbilities'>;
  readonly adminEvents: Pick<AdminEventHub, 'announce'>;
  /**
   * Reaches the panels of all instances. For changes of accounts, which only the instance learns that makes them; settings are announced
   * by each instance when it learns of them.
   */
  readonly sharedAdminEvents: Pick<AdminEventHub, 'announce' | 'end'>;
}

/**
 * Notifies open pages and panels of saved settings and of changed accounts from now on. Open pages are notified of a change
 * of the engines only if it changes what the site can do.
 */
export const announceChanges = (
  { settings, engineSettings, accounts }: ChangeSources,
  { publicEvents, adminEvents, sharedAdminEvents }: EventHubs,
): void => {
  settings.onChange((changed, { revision }) => {
    // Empty after a change of a legal text, which open pages do not show.
    if (changed.length > 0) publicEvents.announce(changed, revision);
    adminEvents.announce('settings');
  });
  let announced: SiteAbilities = settings.current();
  engineSettings.onChange(() => {
    const site = settings.current();
    if (!hasSameAbilities(site, announced)) publicEvents.announceAbilities(site);
    announced = site;
    adminEvents.announce('engines');
  });
  accounts.onChange(({ accountIds, sessionIds }) => {
    for (const accountId of accountIds) sharedAdminEvents.end(accountId, sessionIds);
    if (sessionIds === undefined) sharedAdminEvents.announce('accounts');
  });
};
