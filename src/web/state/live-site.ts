import type { Site, SiteAbilities } from '#shared/contract/site.ts';
import { LIVE_ABILITIES_EVENT, LIVE_HELLO_EVENT, SITE_SETTINGS } from '#shared/contract/site-settings.ts';
import { parseJson } from '#shared/parse-json.ts';
import { canSanitise } from '../lib/sanitiser.ts';
import { fetchSite, openLiveStream } from '../lib/site-client.ts';
import { connectFeed, type LiveFeed, type LiveStream } from './live-connection.ts';
import { parseRevision, REVISION_KEY, SiteSettingsStore } from './site-settings-store.ts';

// This module is loaded when the page is idle, because the first paint does not need it.

/** Functions of the page that the feed uses. */
export interface SiteFeedDependencies {
  readonly openStream: () => LiveStream;
  /** Fetches the settings; null on failure. Never rejects. */
  readonly fetchSite: () => Promise<Site | null>;
  /** Called whenever the server has confirmed the current settings. */
  readonly markChecked: () => void;
}

/** Returns the fields in the data of a live event; none when it cannot be parsed. */
const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> => Object(parseJson(String(data)));

/** Returns the revision in the data of a live event; NaN when there is none. */
function revisionIn(data: unknown): number {
  const { revision } = fieldsOf(data);
  return Number.isSafeInteger(revision) ? (revision as number) : Number.NaN;
}

/** Returns the site's abilities in the data of a live event; null when one of them is missing. */
function abilitiesIn(data: unknown): SiteAbilities | null {
  const { samples, readsStories } = fieldsOf(data);
  return typeof samples === 'boolean' && typeof readsStories === 'boolean' ? { samples, readsStories } : null;
}

/** Feed of the public page's stream: passes newer settings and abilities to the store, and confirms the shown settings. */
export class SiteFeed implements LiveFeed {
  readonly greetingEvent = LIVE_HELLO_EVENT;
  readonly events: LiveFeed['events'];
  readonly #store: SiteSettingsStore;
  readonly #dependencies: SiteFeedDependencies;
  /** Newest revision announced so far. */
  #newestRevision = 0;
  #hasFailed = false;
  /** Whether to show the settings in the browser's storage if the next fetch fails. True after the first failure of the stream. */
  #shouldShowStored = false;

  constructor(store: SiteSettingsStore, dependencies: SiteFeedDependencies) {
    this.#store = store;
    this.#dependencies = dependencies;
    const settings = Object.values(SITE_SETTINGS).map(
      ({ event }) => [event, (data: unknown) => this.recordRevision(revisionIn(data))] as const,
    );
    this.events = { ...Object.fromEntries(settings), [LIVE_ABILITIES_EVENT]: this.#acceptAbilities };
  }

  readonly openStream = () => this.#dependencies.openStream();

  readonly onGreeting = (data: unknown): boolean => {
    const revision = revisionIn(data);
    if (revision !== this.#store.revision) return this.recordRevision(revision);
    this.#store.confirm();
    this.#dependencies.markChecked();
    return false;
  };

  readonly onBreak = (): boolean => {
    if (this.#hasFailed) return false;
    this.#hasFailed = true;
    this.#shouldShowStored = true;
    return true;
  };

  /** Returns true during maintenance, because the notice promises a check every minute. */
  readonly alwaysPolls = (): boolean => this.#store.site.maintenance;

  readonly fetchAll = async (): Promise<boolean> => {
    for (;;) {
      const requestedRevision = this.#newestRevision;
      const site = await this.#dependencies.fetchSite();
      if (site !== null) {
        this.#store.accept(site);
        this.#dependencies.markChecked();
      }
      const isCurrent = site !== null && this.#newestRevision <= this.#store.revision;
      // A revision announced during the fetch is fetched immediately; a stale or unreachable server is retried later.
      if (!isCurrent && this.#newestRevision !== requestedRevision) continue;
      if (this.#shouldShowStored && site === null) void this.#store.showStored();
      this.#shouldShowStored = false;
      return isCurrent;
    }
  };

  /**
   * Records a revision that the stream or another tab announced. Returns whether it differs from the shown revision, so that the page must
   * fetch the settings; true for NaN, an unreadable revision.
   */
  recordRevision(revision: number): boolean {
    if (revision > this.#newestRevision) this.#newestRevision = revision;
    return revision !== this.#store.revision;
  }

  readonly #acceptAbilities = (data: unknown): boolean => {
    const abilities = abilitiesIn(data);
    if (abilities !== null) this.#store.acceptAbilities(abilities);
    return false;
  };
}

/** Functions that receive the settings to show and the server's confirmations. */
export interface SiteView {
  readonly show: (site: Site) => void;
  /** Called when the server has just confirmed the current settings. */
  readonly markChecked: () => void;
}

/**
 * Follows the server and other tabs for the lifetime of the page and passes changed settings to `view`. `initial` are the settings that the
 * page was rendered with. Returns the store, which reads what other scripts or tabs wrote to the browser's storage.
 */
export function followSite(initial: Site, view: SiteView): SiteSettingsStore {
  const store = new SiteSettingsStore(initial, {
    storage: () => localStorage,
    reader: async () => (await import('../lib/site-schema.ts')).readStored,
    canSanitise: canSanitise(),
    show: (site) => {
      view.show(site);
      connection.updatePolling();
    },
    dispatch: (event) => dispatchEvent(new Event(event)),
  });
  const feed = new SiteFeed(store, { openStream: openLiveStream, fetchSite, markChecked: view.markChecked });
  const connection = connectFeed(feed);
  // A change of this key means that another tab has mirrored a revision to storage.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === REVISION_KEY && feed.recordRevision(parseRevision(newValue))) void connection.refresh();
  });
  return store;
}
