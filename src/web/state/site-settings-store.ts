import type { Site } from '#shared/contract/site.ts';
import { DEFAULT_NAVBAR, DEFAULT_SITE_TITLE } from '#shared/contract/site-defaults.ts';
import { SITE_EVENTS, type SiteSetting } from '#shared/contract/site-events.ts';
import {
  changedSettings,
  isMirrored,
  mirrorSite,
  SITE_SETTINGS,
  storedForm,
  storedRevision,
  storedText,
} from './site-storage.ts';

/** Browser functions that the settings store uses. */
export interface SiteSettingsStoreDependencies {
  /** Returns the browser's storage. Throws where storage is blocked. */
  readonly storage: () => Storage;
  /** Loads the parser of stored texts. May reject. */
  readonly reader: () => Promise<(setting: SiteSetting, text: string) => Partial<Site>>;
  /** Whether this browser can sanitise stored content. */
  readonly canSanitise: boolean;
  readonly show: (site: Site) => void;
  /** Dispatches a window event synchronously. */
  readonly dispatch: (event: string) => void;
}

const DEFAULTS: Readonly<Pick<Site, SiteSetting>> = {
  title: DEFAULT_SITE_TITLE,
  logo: null,
  socialLinks: [],
  maintenance: false,
  content: '',
  navbar: DEFAULT_NAVBAR,
};

/**
 * Decides which settings the page shows: those of the server, overlaid with values that were written to this browser's
 * storage since. A newer revision of the server removes every overlay.
 */
export class SiteSettingsStore {
  readonly #dependencies: SiteSettingsStoreDependencies;
  #server: Site;
  #local: Partial<Site> = {};
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
      if (this.#showsUnconfirmed) this.confirm();
      else this.#mirror({ overNewer: false, again: false });
      return;
    }
    this.#local = {};
    this.#showsUnconfirmed = false;
    this.#dependencies.show(site);
    this.#mirror({ overNewer: false, again: false });
    this.#isDispatching = true;
    for (const setting of changedSettings(before, site)) this.#dependencies.dispatch(SITE_EVENTS[setting]);
    this.#isDispatching = false;
  }

  /**
   * Shows the stored values of these settings. An invalid text changes nothing, a removed key means the default, and an
   * empty storage means the server's settings. `byOtherTab` is true when another tab wrote them. Never rejects.
   */
  async reread(settings: readonly SiteSetting[], byOtherTab: boolean): Promise<void> {
    // Events that this store dispatches itself announce settings that are already shown.
    if (this.#isDispatching) return;
    await this.#applyStorage((storage, read) => {
      // Another tab has mirrored an older revision.
      if (byOtherTab && this.#mirrored && storedRevision(storage) < this.revision) return {};
      // A visitor who clears the site data does not choose the default settings.
      const absent = storage.length === 0 ? this.#server : DEFAULTS;
      const parts = settings.map((setting) => {
        const text = storedText(storage, setting);
        return text === null ? { [setting]: absent[setting] } : read(setting, text);
      });
      return Object.assign({}, ...parts);
    });
  }

  /** Shows the stored settings because the server cannot be reached, unless they are older. Never rejects. */
  async showStored(): Promise<void> {
    await this.#applyStorage((storage, read) => {
      const revision = storedRevision(storage);
      if (revision < this.revision) return {};
      this.#showsUnconfirmed = true;
      const parts = SITE_SETTINGS.map((setting) => {
        const text = storedText(storage, setting);
        if (text !== null) return read(setting, text);
        // For the logo only, a missing key is a mirrored value: no logo.
        return setting === 'logo' && revision >= this.revision ? { logo: null } : {};
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
    for (const setting of SITE_SETTINGS) {
      if (storedForm(after, setting) === storedForm(this.#server, setting)) delete this.#local[setting];
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
      const settings = SITE_SETTINGS.filter((setting) => !(setting in this.#local));
      if (again || !isMirrored(storage, this.#server)) mirrorSite(storage, this.#server, settings);
      this.#mirrored = true;
    } catch {
      // Storage is blocked: this tab works without it.
    }
  }
}
