import type { Site, SiteAbilities, SiteSetting } from '#shared/contract/site.ts';
import { hasSameAbilities, SITE_SETTING_NAMES, SITE_SETTINGS } from '#shared/contract/site-settings.ts';

/** Storage key of the text that identifies the mirrored settings: revision, time of the save and contact address. */
export const REVISION_KEY = 'siteRevision';
/** Stored in place of a revision when the mirrored keys are of different revisions; lower than every revision. */
const MIXED = '-1';

/** Returns the text of a setting in the browser's storage; null when the key is absent. */
const encode = <Name extends SiteSetting>(site: Site, setting: Name): string | null =>
  SITE_SETTINGS[setting].encode(site[setting]);

/** Returns the settings in which two sites differ. */
const changedSettings = (one: Site, other: Site): SiteSetting[] =>
  SITE_SETTING_NAMES.filter((setting) => encode(one, setting) !== encode(other, setting));

/** Reads the text under a setting's key. Throws where storage is blocked. */
const storedText = (storage: Storage, setting: SiteSetting): string | null =>
  storage.getItem(SITE_SETTINGS[setting].storageKey);

/** Parses the revision in a text stored under the revision key; returns NaN when there is none. */
export const parseRevision = (text: string | null): number => Number.parseInt(text ?? '', 10);

/** Returns the mirrored revision; NaN when it is unknown. Throws where storage is blocked. */
const storedRevision = (storage: Storage): number => parseRevision(storage.getItem(REVISION_KEY));

/**
 * Returns the text stored under the revision key. It includes the time, because a server that lost its data restarts at
 * 0, and the address, because its first value can change without a new revision.
 */
const revisionMark = ({ revision, updatedAt, contactEmail }: Site): string =>
  `${String(revision)} ${updatedAt} ${contactEmail ?? ''}`.trim();

/** Returns whether any tab has mirrored exactly this site. Throws where storage is blocked. */
const isMirrored = (storage: Storage, site: Site): boolean =>
  storage.getItem(REVISION_KEY) === revisionMark(site);

/**
 * Writes a key unless it is unchanged, because every write notifies other tabs. Returns whether the key now holds the
 * text.
 */
function write(storage: Storage, key: string, text: string | null): boolean {
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
 * Writes these settings under their keys. Never throws: a value that does not fit keeps its old text, and the mirror is
 * marked as mixed.
 */
function mirrorSite(storage: Storage, site: Site, settings: readonly SiteSetting[]): void {
  // Written first, so that tabs notified of the other keys can check whether the values are older than theirs.
  write(storage, REVISION_KEY, revisionMark(site));
  const written = settings.map((setting) =>
    write(storage, SITE_SETTINGS[setting].storageKey, encode(site, setting)),
  );
  if (written.includes(false)) write(storage, REVISION_KEY, MIXED);
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
 * Decides which settings the page shows: those of the server, overlaid with values that were written to this browser's
 * storage since. A newer revision of the server removes every overlay.
 */
export class SiteSettingsStore {
  readonly #dependencies: SiteSettingsStoreDependencies;
  #server: Site;
  #local: Partial<Site> = {};
  /** Settings that are being read from storage: the same revision's mirror must not replace them before. */
  readonly #reading = new Set<SiteSetting>();
  /** Whether the overlay shows stored settings because the server could not be reached. */
  #showsUnconfirmed = false;
  #mirrored = false;
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

  /** Handles the server's confirmation that the page's revision is current. */
  confirm(): void {
    if (this.#showsUnconfirmed) {
      this.#showsUnconfirmed = false;
      this.#local = {};
      this.#dependencies.show(this.#server);
      this.#mirror({ overNewer: true, again: true });
    } else this.#mirror({ overNewer: true, again: false });
  }

  /**
   * Shows and mirrors the server's settings unless they are older than the known ones, and dispatches an event per
   * change.
   */
  accept(site: Site): void {
    const before = this.#server;
    if (site.revision < before.revision) return;
    this.#server = site;
    if (site.revision === before.revision) {
      if (!hasSameAbilities(site, before)) this.#dependencies.show(this.site);
      if (this.#showsUnconfirmed) this.confirm();
      else this.#mirror({ overNewer: false, again: false });
      return;
    }
    this.#local = {};
    this.#reading.clear();
    this.#showsUnconfirmed = false;
    this.#dependencies.show(site);
    this.#mirror({ overNewer: false, again: false });
    this.#isDispatching = true;
    for (const setting of changedSettings(before, site))
      this.#dependencies.dispatch(SITE_SETTINGS[setting].event);
    this.#isDispatching = false;
  }

  /** Takes over whether the site offers samples and reads stories; shows the settings again if one of both has changed. */
  acceptAbilities({ samples, readsStories }: SiteAbilities): void {
    const before = this.#server;
    this.#server = { ...before, samples, readsStories };
    if (!hasSameAbilities(this.#server, before)) this.#dependencies.show(this.site);
  }

  /**
   * Shows the stored values of these settings. An invalid text changes nothing, a removed key means the default, and an
   * empty storage means the server's settings. `byOtherTab` is true when another tab wrote them. Never rejects.
   */
  async reread(settings: readonly SiteSetting[], byOtherTab: boolean): Promise<void> {
    // Events that this store dispatches itself announce settings that are already shown.
    if (this.#isDispatching) return;
    for (const setting of settings) this.#reading.add(setting);
    await this.#applyStorage((storage, read) => {
      // Another tab has mirrored an older revision.
      if (byOtherTab && this.#mirrored && storedRevision(storage) < this.revision) return {};
      // A visitor who clears the site data does not choose the default settings.
      const parts = settings.map((setting) =>
        storage.length === 0
          ? { [setting]: this.#server[setting] }
          : read(setting, storedText(storage, setting)),
      );
      return Object.assign({}, ...parts);
    });
    for (const setting of settings) this.#reading.delete(setting);
  }

  /** Shows the stored settings because the server cannot be reached, unless they are older. Never rejects. */
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
   * Writes the server's settings to storage. Without `again` it skips a revision that is already mirrored, because
   * another script may have changed a key since; without `overNewer` it keeps a newer stored revision.
   */
  #mirror({ overNewer, again }: { overNewer: boolean; again: boolean }): void {
    try {
      const storage = this.#dependencies.storage();
      if (!overNewer && storedRevision(storage) > this.revision) return;
      const settings = SITE_SETTING_NAMES.filter(
        (setting) => !(setting in this.#local || this.#reading.has(setting)),
      );
      if (again || !isMirrored(storage, this.#server)) mirrorSite(storage, this.#server, settings);
      this.#mirrored = true;
    } catch {
      // Storage is blocked: this tab works without it.
    }
  }
}
