import { useEffect, useState } from 'react';
import { ADMIN_EVENTS, ADMIN_HELLO_EVENT } from '#shared/contract/admin-settings.ts';
import { openAccessStream, openAdminStream } from '../../lib/panel-client.ts';
import { connectFeed, type LiveFeed } from '../live-connection.ts';
import { PANEL_KEYS, queryClient } from './query-client.ts';
import { recheckSession } from './session.ts';

type AdminEvent = keyof typeof ADMIN_EVENTS;

/** Keys of the queries whose data each event makes stale. */
const STALE_KEYS: Readonly<Record<AdminEvent, readonly (readonly string[])[]>> = {
  settings: [['settings'], PANEL_KEYS.activity, PANEL_KEYS.firstRun],
  engines: [PANEL_KEYS.engines, PANEL_KEYS.status, PANEL_KEYS.activity, PANEL_KEYS.firstRun],
  firstRun: [PANEL_KEYS.firstRun],
  accounts: [PANEL_KEYS.accounts, PANEL_KEYS.activity],
  access: [],
};

/** Stream and handlers of the panel, or of the page on which an account waits for approval. */
interface AdminFeedParts {
  readonly openStream: LiveFeed['openStream'];
  readonly onEvent: (event: AdminEvent) => void;
  /** Called whenever the stream breaks or is refused. */
  readonly onBreak: () => void;
  readonly fetchAll: () => Promise<void>;
  readonly missesStart?: boolean;
}

/** Creates the feed of an admin event stream. A refused stream calls `onEvent` with `access`, because the session may have ended. */
export const createAdminFeed = ({
  openStream,
  onEvent,
  onBreak,
  fetchAll,
  missesStart,
}: AdminFeedParts): LiveFeed => ({
  openStream,
  greetingEvent: ADMIN_HELLO_EVENT,
  onGreeting: (_, mayHaveMissedEvents) => mayHaveMissedEvents,
  events: Object.fromEntries(
    (Object.keys(ADMIN_EVENTS) as AdminEvent[]).map((event) => [
      ADMIN_EVENTS[event],
      () => {
        onEvent(event);
        return false;
      },
    ]),
  ),
  onBreak: (breakKind) => {
    if (breakKind === 'refused') onEvent('access');
    if (breakKind !== 'silent') onBreak();
    return breakKind === 'silent';
  },
  fetchAll: async () => {
    await fetchAll();
    return true;
  },
  missesStart: missesStart === true,
});

const refetch = (queryKey: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [...queryKey] });

/** Keeps a feed connected while the component is mounted. Uses the `parts` of the first render. */
function useFeed(parts: AdminFeedParts): void {
  const [feed] = useState(() => createAdminFeed(parts));
  useEffect(() => {
    const endController = new AbortController();
    connectFeed(feed, endController.signal);
    return () => endController.abort();
  }, [feed]);
}

/**
 * While the component is mounted, refetches the panel's data when a server event makes it stale, and checks the session when the account's
 * access may have changed. When the stream breaks, refetches the status and the engines.
 */
export const useLivePanel = (): void =>
  useFeed({
    openStream: openAdminStream,
    onEvent: (event) => {
      if (event === 'access') void recheckSession();
      for (const queryKey of STALE_KEYS[event]) void refetch(queryKey);
    },
    // These fetches show whether the server still answers.
    onBreak: () => {
      for (const queryKey of [PANEL_KEYS.status, PANEL_KEYS.engines]) void refetch(queryKey);
    },
    fetchAll: () => refetch([]),
  });

/**
 * Calls `check` when the access of a waiting account may have changed, or when events may have been missed, while the component is mounted.
 * Uses the `check` of the first render.
 */
export const useLiveAccess = (check: () => void): void =>
  useFeed({
    openStream: openAccessStream,
    onEvent: check,
    onBreak: () => undefined,
    fetchAll: async () => check(),
    missesStart: true,
  });
