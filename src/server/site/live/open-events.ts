import type { SharedAnnouncements } from '../../base/announcements/database-announcements.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { EngineSettings } from '../settings/engine-settings.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { createAdminEventHub } from './admin-event-hub.ts';
import { announceChanges } from './announce-changes.ts';
import { createPublicEventHub } from './public-event-hub.ts';
import { shareAdminEvents, shareRevisions } from './share-changes.ts';

interface EventParts {
  readonly announcements: SharedAnnouncements;
  readonly settings: SiteSettings;
  readonly engineSettings: EngineSettings;
  readonly accounts: Accounts;
}

/** Creates the hubs of pages and panels, and sends them the changes of settings and accounts of this and other instances. */
export const openEvents = ({ announcements, settings, engineSettings, accounts }: EventParts) => {
  const publicEvents = createPublicEventHub();
  const adminEvents = createAdminEventHub(accounts.openSessionRoles);
  const sharedAdminEvents = shareAdminEvents(announcements, adminEvents);
  announceChanges({ settings, engineSettings, accounts }, { publicEvents, adminEvents, sharedAdminEvents });
  for (const [name, revised] of [
    ['settings', settings],
    ['engines', engineSettings],
  ] as const) {
    shareRevisions(announcements, name, { ...revised, revision: () => revised.current().revision });
    announcements.poll(revised.refresh);
  }
  const close = () => {
    publicEvents.close();
    adminEvents.close();
  };
  return { publicEvents, adminEvents, sharedAdminEvents, close };
};
