import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { hasSameAbilities, SITE_SETTING_NAMES, SITE_SETTINGS } from '#shared/contract/site-settings.ts';

/** Storage key of the text that identifies the mirrored settings: their revision, the time of the save and the contact address. */
export const REVISION_KEY = 'siteRevision';
/** Stored in place of a revision when the mirrored keys are of different revisions; lower than every revision. */
const MIXED = '-1';

/** Returns the text of a setting in the browser's storage; null when the key is absent. */
const encode = <Name extends SiteSetting>(site: Site, setting: Name): string | null =>
  SITE_SETTINGS[setting].encode(site[setting]);

/** Returns the names of the settings in which two sites differ. */
const changedSettings = (before: Site, after: Site): SiteSetting[] =>
  SITE_SETTING_NAMES.filter((setting) => encode(before, setting) !== encode(after, setting));

/** Reads the text under a setting's key; null when the key is absent. Throws where storage is blocked. */
const storedText = (storage: Storage, setting: SiteSetting): string | null =>
  storage.getItem(SITE_SETTINGS[setting].storageKey);

/** Parses the revision in a text stored under the revision key; returns NaN when there is none. */
export const parseRevision = (text: string | null): number => Number.parseInt(text ?? '', 10);

/** Returns the mirrored revision; NaN when it is unknown. Throws where storage is blocked. */
const storedRevision = (storage: Storage): number => parseRevision(storage.getItem(REVISION_KEY));

/**
 * Returns the text to store under the revision key. The text contains the time, because a server that lost its data starts again at
 * revision 0, and the contact address, because the address from CONTACT_EMAIL can change without a new revision.
 */
const revisionMark = ({ revision, updatedAt, contactEmail }: Site): string =>
  `${String(revision)} ${updatedAt} ${contactEmail ?? ''}`.trim();

/** Returns whether a tab has mirrored exactly these settings. Throws where storage is blocked. */
const isMirrored = (storage: Storage, site: Site): boolean =>
  storage.getItem(REVISION_KEY) === revisionMark(site);

/**
 * Writes a text under a key, or removes the key for null. Does nothing if the storage already has that text, because every write notifies
 * other tabs. Returns whether the key now holds the text.
 */
function writeKey(storage: Storage, key: string, text: string | null): boolean {
  try {
    if (storage.getItem(key) === text) return true;
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes the settings `settings` of a site under their keys. Never throws: where a value does not fit, the key keeps its old text, and the
 * mirror is marked as mixed.
 */
function mirrorSite(storage: Storage, site: Site, settings: readonly SiteSetting[]): void {
  // The revision is written first, so that tabs that are notified of the other keys can check whether the values are older than their own.
  writeKey(storage, REVISION_KEY, revisionMark(site));
  const written = settings.map((setting) =>
    writeKey(storage, SITE_SETTINGS[setting].storageKey, encode(site, setting)),
  );
  if (written.includes(false)) writeKey(storage, REVISION_KEY, MIXED);
}

/** Browser functions that the settings store uses. */
export interface SiteSettingsStoreDependencies {
  /** Returns the browser's storage. Throws where storage is blocked. */
  readonly storage: () => Storage;
  /** Loads the parser of stored texts, which returns the default for null. May reject. */
  readonly reader: () => Promise<(setting: SiteSetting, text: string | null) => Partial<Site>>;
  /** Whether this browser can sanitise stored content. */
  readonly canSanitise: boolean;
  readonly show: (site: Site) => void;
  /** Dispatches a window event synchronously. */
  readonly dispatch: (event: string) => void;
}

/**
 * Decides which settings the page shows: those of the server, overlaid with values that scripts or tabs have since written to this
 * browser's storage. A newer revision of the server removes every overlay.
 */
export class SiteSettingsStore {
  readonly #dependencies: SiteSettingsStoreDependencies;
  #server: Site;
  #local: Partial<Site> = {};
  /** Settings that are being read from storage, so that mirroring the same revision must not overwrite them yet. */
  readonly #settingsBeingRead = new Set<SiteSetting>();
  /** Whether the page shows stored settings because the server could not be reached. */
  #showsUnconfirmed = false;
  #hasMirrored = false;
  #isDispatching = false;

  constructor(initial: Site, dependencies: SiteSettingsStoreDependencies) {
    this.#server = initial;
    this.#dependencies = dependencies;
  }

  /** Revision of the server's settings. */
  get revision(): number {
    return this.#server.revision;
  }

  /** Settings that the page shows. */
  get site(): Site {
    return { ...this.#server, ...this.#local };
  }

  /**
   * Writes the server's settings to storage, because the server has confirmed that their revision is current. If the page shows stored
   * settings, shows the server's settings again.
   */
  confirm(): void {
    if (this.#showsUnconfirmed) {
      this.#showsUnconfirmed = false;
      this.#local = {};
      this.#dependencies.show(this.#server);
      this.#mirror({ replacesNewer: true, isRepeated: true });
    } else this.#mirror({ replacesNewer: true, isRepeated: false });
  }

  /**
   * Accepts settings of the server, unless they are older than the known settings, and writes them to storage. Shows those of a newer
   * revision, and dispatches one window event per changed setting. Shows those of the same revision only if the abilities differ or the
   * page shows stored settings.
   */
  accept(site: Site): void {
    const before = this.#server;
    if (site.revision < before.revision) return;
    this.#server = site;
    if (site.revision === before.revision) {
      if (!hasSameAbilities(site, before)) this.#dependencies.show(this.site);
      if (this.#showsUnconfirmed) this.confirm();
      else this.#mirror({ replacesNewer: false, isRepeated: false });
      return;
    }
    this.#local = {};
    this.#settingsBeingRead.clear();
    this.#showsUnconfirmed = false;
    this.#dependencies.show(site);
    this.#mirror({ replacesNewer: false, isRepeated: false });
    this.#isDispatching = true;
    for (const setting of changedSettings(before, site))
      this.#dependencies.dispatch(SITE_SETTINGS[setting].event);
    this.#isDispatching = false;
  }

  /** Sets whether the site offers sample posts and can read stories. Shows the settings again if one of these values has changed. */
  acceptAbilities({ samples, readsStories }: SiteAbilities): void {
    const before = this.#server;
    this.#server = { ...before, samples, readsStories };
    if (!hasSameAbilities(this.#server, before)) this.#dependencies.show(this.site);
  }

  /**
   * Shows the stored values of these settings. An invalid text changes nothing, a removed key means the default, and an empty storage means
   * the server's settings. `isByOtherTab` is true when another tab wrote the values; values of an older revision then change nothing. Does
   * nothing during the window events that this store dispatches. Never rejects.
   */
  async reread(settings: readonly SiteSetting[], isByOtherTab: boolean): Promise<void> {
    // Window events that this store itself dispatches announce settings that the page already shows.
    if (this.#isDispatching) return;
    for (const setting of settings) this.#settingsBeingRead.add(setting);
    await this.#applyStorage((storage, read) => {
      // Another tab has mirrored an older revision.
      if (isByOtherTab && this.#hasMirrored && storedRevision(storage) < this.revision) return {};
      // An empty storage is not read as the defaults, because a visitor who clears the site's data does not choose the default settings.
      const parts = settings.map((setting) =>
        storage.length === 0
          ? { [setting]: this.#server[setting] }
          : read(setting, storedText(storage, setting)),
      );
      return Object.assign({}, ...parts);
    });
    for (const setting of settings) this.#settingsBeingRead.delete(setting);
  }

  /**
   * Shows the stored settings, unless they are older than the shown settings. Call this when the server cannot be reached. Never rejects.
   */
  async showStored(): Promise<void> {
    await this.#applyStorage((storage, read) => {
      const revision = storedRevision(storage);
      if (revision < this.revision) return {};
      this.#showsUnconfirmed = true;
      const isMirror = revision >= this.revision;
      const parts = SITE_SETTING_NAMES.map((setting) => {
        const text = storedText(storage, setting);
        const part = read(setting, text);
        // A missing key is a mirrored value only where the mirror removes the key, as for no logo.
        const isKnown = text !== null || (isMirror && encode({ ...this.#server, ...part }, setting) === null);
        return isKnown ? part : {};
      });
      return Object.assign({}, ...parts, this.#local);
    });
  }

  async #applyStorage(
    select: (
      storage: Storage,
      read: Awaited<ReturnType<SiteSettingsStoreDependencies['reader']>>,
    ) => Partial<Site>,
  ): Promise<void> {
    const { revision } = this;
    try {
      const read = await this.#dependencies.reader();
      // A server response that arrived meanwhile takes precedence.
      if (revision === this.revision) this.#overlay(select(this.#dependencies.storage(), read));
    } catch {
      // Storage is blocked or the parser did not load: the shown settings stay.
    }
  }

  #overlay(part: Partial<Site>): void {
    const before = this.site;
    const { content, ...rest } = part;
    const safePart =
      content === undefined || (content !== '' && !this.#dependencies.canSanitise) ? rest : part;
    const after = { ...before, ...safePart };
    for (const setting of SITE_SETTING_NAMES) {
      if (encode(after, setting) === encode(this.#server, setting)) delete this.#local[setting];
      else Object.assign(this.#local, { [setting]: after[setting] });
    }
    if (changedSettings(before, after).length > 0) this.#dependencies.show(this.site);
  }

  /**
   * Writes the server's settings to storage. Unless `isRepeated`, skips a revision that is already mirrored, because another script may
   * have changed a key since. Unless `replacesNewer`, keeps a newer stored revision.
   */
  #mirror({ replacesNewer, isRepeated }: { replacesNewer: boolean; isRepeated: boolean }): void {
    try {
      const storage = this.#dependencies.storage();
      if (!replacesNewer && storedRevision(storage) > this.revision) return;
      const settings = SITE_SETTING_NAMES.filter(
        (setting) => !(setting in this.#local || this.#settingsBeingRead.has(setting)),
      );
      if (isRepeated || !isMirrored(storage, this.#server)) mirrorSite(storage, this.#server, settings);
      this.#hasMirrored = true;
    } catch {
      // Storage is blocked, and this tab works without a mirror.
    }
  }
}
