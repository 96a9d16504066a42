import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { connectFeed, type LiveFeed, type LiveStream } from './live-connection.ts';
import { parseRevision, REVISION_KEY, SiteSettingsStore } from './site-settings-store.ts';

// Loaded when the page is idle, because the first paint does not need it.

/** Functions of the page that the feed uses. */
export interface SiteFeedDependencies {
  readonly openStream: () => LiveStream;
  /** Fetches the settings; null on failure. Never rejects. */
  readonly fetchSite: () => Promise<Site | null>;
  /** Called whenever the server has confirmed the current settings. */
  readonly markChecked: () => void;
}

/** Parses the revision in a live event; returns NaN when it cannot be parsed. */
function parseEventRevision(data: unknown): number {
  try {
    const { revision } = JSON.parse(String(data)) as { revision: unknown };
    return Number.isSafeInteger(revision) ? (revision as number) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

/** Parses what the site can do in a live event; returns null when it cannot be parsed. */
function parseEventAbilities(data: unknown): SiteAbilities | null {
  try {
    const { samples, readsStories } = JSON.parse(String(data)) as Record<keyof SiteAbilities, unknown>;
    return typeof samples === 'boolean' && typeof readsStories === 'boolean'
      ? { samples, readsStories }
      : null;
  } catch {
    return null;
  }
}

/** Feed of the public page's stream: writes newer settings and abilities to the store, and confirms the shown settings. */
export class SiteFeed implements LiveFeed {
  readonly greeting = LIVE_HELLO_EVENT;
  readonly events: LiveFeed['events'];
  readonly #store: SiteSettingsStore;
  readonly #dependencies: SiteFeedDependencies;
  /** Newest revision announced so far. */
  #newestRevision = 0;
  #hasFailed = false;
  /** Whether to show the stored settings if the server does not answer either. */
  #storedIsDue = false;

  constructor(store: SiteSettingsStore, dependencies: SiteFeedDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
    const settings = Object.values(SITE_SETTINGS).map(
      ({ event }) => [event, (data: unknown) => this.isNews(parseEventRevision(data))] as const,
    );
    this.events = { ...Object.fromEntries(settings), [LIVE_ABILITIES_EVENT]: this.#acceptAbilities };
  }

  readonly openStream = () => this.#dependencies.openStream();

  readonly onGreeting = (data: unknown): boolean => {
    const revision = parseEventRevision(data);
    if (revision !== this.#store.revision) return this.isNews(revision);
    this.#store.confirm();
    this.#dependencies.markChecked();
    return false;
  };

  readonly onBreak = (): boolean => {
    if (this.#hasFailed) return false;
    this.#hasFailed = true;
    this.#storedIsDue = true;
    return true;
  };

  /** During maintenance the page promises a check every minute. */
  readonly alwaysPolls = (): boolean => this.#store.site.maintenance;

  readonly fetchAll = async (): Promise<boolean> => {
    for (;;) {
      const requestedRevision = this.#newestRevision;
      const site = await this.#dependencies.fetchSite();
      if (site !== null) {
        this.#store.accept(site);
        this.#dependencies.markChecked();
      }
      const current = site !== null && this.#newestRevision <= this.#store.revision;
      // A revision announced during the fetch is fetched immediately; a stale or unreachable server is retried later.
      if (!current && this.#newestRevision !== requestedRevision) continue;
      if (this.#storedIsDue && site === null) void this.#store.showStored();
      this.#storedIsDue = false;
      return current;
    }
  };

  /** Returns whether a revision announced by the stream or another tab is not shown; NaN is one that could not be parsed. */
  isNews(revision: number): boolean {
    if (revision > this.#newestRevision) this.#newestRevision = revision;
    return revision !== this.#store.revision;
  }

  readonly #acceptAbilities = (data: unknown): boolean => {
    const abilities = parseEventAbilities(data);
    if (abilities !== null) this.#store.acceptAbilities(abilities);
    return false;
  };
}

/** What a follower needs of the page: functions that receive the settings to show and the server's confirmations. */
export interface SiteView {
  readonly show: (site: Site) => void;
  /** Called when the server has just confirmed the current settings. */
  readonly markChecked: () => void;
  /** Whether this browser can sanitise stored content. */
  readonly canSanitise: boolean;
}

/** Applies settings that other scripts or tabs wrote to the browser's storage. */
export interface SiteFollower {
  /** Reads the storage keys of these settings again; `byOtherTab` is true when another tab wrote them. */
  readonly reread: (settings: readonly SiteSetting[], byOtherTab: boolean) => Promise<void>;
}

/**
 * Follows the server and other tabs for the lifetime of the page and passes changed settings to `view`. `initial` are the settings that the
 * page was rendered with.
 */
export function followSite(initial: Site, view: SiteView): SiteFollower {
  const store = new SiteSettingsStore(initial, {
    storage: () => localStorage,
    reader: async () => (await import('../lib/site-schema.ts')).readStored,
    canSanitise: view.canSanitise,
    show: (site) => {
      view.show(site);
      connection.updatePolling();
    },
    dispatch: (event) => dispatchEvent(new Event(event)),
  });
  const feed = new SiteFeed(store, { openStream: openLiveStream, fetchSite, markChecked: view.markChecked });
  const connection = connectFeed(feed);
  // Another tab has mirrored a revision to storage.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === REVISION_KEY && feed.isNews(parseRevision(newValue))) void connection.refresh();
  });
  return store;
}
