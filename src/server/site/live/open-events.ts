import { ADMIN_EVENTS } from '#shared/contract/admin-settings.ts';
import type { SiteAbilities } from '#shared/contract/site.ts';
import { hasSameAbilities, LIVE_ABILITIES_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import type { SharedAnnouncements } from '../../base/announcements/database-announcements.ts';
import type { CountRefusal } from '../../limits/refusals.ts';
import type { Accounts } from '../../people/accounts.ts';
import type { EngineSettings } from '../settings/engine-settings.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { createEventHub, eventText } from './event-hub.ts';

interface EventParts {
  readonly announcements: SharedAnnouncements;
  readonly settings: Pick<SiteSettings, 'current' | 'refresh' | 'onChange'>;
  readonly engineSettings: Pick<EngineSettings, 'current' | 'refresh' | 'onChange'>;
  readonly accounts: Pick<Accounts, 'rolesOfOpenSessions' | 'onChange'>;
  readonly metrics: { readonly countRefusal: CountRefusal };
}

type PanelEvent = Exclude<keyof typeof ADMIN_EVENTS, 'access'>;
type SharedEvent =
  /** Event to send to all panels. */
  | { readonly announce: PanelEvent }
  /** Account whose streams to end, or only those of the given sessions. */
  | { readonly end: string; readonly sessionIds?: readonly string[] };

/** Returns the text of the event that tells open pages what the site can do. */
export const abilitiesEvent = ({ samples, readsStories }: SiteAbilities): string =>
  eventText(LIVE_ABILITIES_EVENT, { samples, readsStories });

/** Announces each revision that was saved on this instance to the other instances, and loads the revisions that they announce. */
const shareRevisions = (
  announcements: SharedAnnouncements,
  topic: string,
  { current, refresh, onChange }: EventParts['settings'] | EventParts['engineSettings'],
): void => {
  let known = current().revision;
  const announce = announcements.join<number>(topic, (announced) => {
    known = Math.max(known, announced);
    // A fault is reported by the settings themselves.
    refresh().catch(() => undefined);
  });
  onChange(() => {
    if (current().revision <= known) return;
    known = current().revision;
    announce(known);
  });
  announcements.poll(refresh);
};

/**
 * Creates the hub of open pages and panels, and notifies them of saved settings and changed accounts. Every instance learns of saved settings
 * by itself. Only the instance that changes an account learns of the change, so it also notifies the panels of the other instances.
 */
export const openEvents = ({ announcements, settings, engineSettings, accounts, metrics }: EventParts) => {
  const hub = createEventHub(accounts.rolesOfOpenSessions, () => metrics.countRefusal('live_streams'));
  const announceHere = (event: PanelEvent): void => hub.send('panel', eventText(ADMIN_EVENTS[event], {}));
  const share = announcements.join<SharedEvent>('admin events', (event) => {
    if ('announce' in event) announceHere(event.announce);
    else hub.end(event.end, event.sessionIds);
  });
  const announce = (event: PanelEvent): void => {
    announceHere(event);
    share({ announce: event });
  };
  settings.onChange((changed, { revision }) => {
    // Empty after a change of a legal text, which open pages do not show.
    if (changed.length > 0)
      hub.send(
        'site',
        changed.map((setting) => eventText(SITE_SETTINGS[setting].event, { revision })).join(''),
      );
    announceHere('settings');
  });
  let announced: SiteAbilities = settings.current();
  engineSettings.onChange(() => {
    const site = settings.current();
    if (!hasSameAbilities(site, announced)) hub.send('site', abilitiesEvent(site));
    announced = site;
    announceHere('engines');
  });
  accounts.onChange(({ accountIds, sessionIds }) => {
    for (const accountId of accountIds) {
      hub.end(accountId, sessionIds);
      share({ end: accountId, ...(sessionIds === undefined ? {} : { sessionIds }) });
    }
    if (sessionIds === undefined) announce('accounts');
  });
  shareRevisions(announcements, 'settings', settings);
  shareRevisions(announcements, 'engines', engineSettings);
  return {
    hub,
    /** Notifies the panels that are connected to this instance; they then request the changed data again. */
    announceHere,
    /** Notifies the panels of all instances. */
    announce,
  };
};
