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

/** What the book needs of the browser. */
export interface SiteSettingsStoreDependencies {
  /** The browser's storage. May throw. */
  readonly storage: () => Storage;
  /** Loads the reader of stored texts. May reject. */
  readonly reader: () => Promise<(setting: SiteSetting, text: string) => Partial<Site>>;
  /** Whether stored content can be made harmless here. */
  readonly canSanitise: boolean;
  readonly show: (site: Site) => void;
  /** Raises a window event; its listeners have run when it returns. */
  readonly raise: (event: string) => void;
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
 * Which settings the page shows, and why: those of the server, and over them what this browser's storage was heard to say
 * since. A newer revision of the server's ends every difference.
 */
export class SiteSettingsStore {
  readonly #world: SiteSettingsStoreDependencies;
  #server: Site;
  #local: Partial<Site> = {};
  /** The local part was painted because the server could not be reached. */
  #guessed = false;
  #mirrored = false;
  #raising = false;

  constructor(initial: Site, world: SiteSettingsStoreDependencies) {
    this.#server = initial;
    this.#world = world;
  }

  /** The server's revision. */
  get revision(): number {
    return this.#server.revision;
  }

  /** What is shown. */
  get site(): Site {
    return { ...this.#server, ...this.#local };
  }

  /** The server has said just now that the page's revision is the current one. */
  confirm(): void {
    if (this.#guessed) {
      this.#guessed = false;
      this.#local = {};
      this.#world.show(this.#server);
      this.#mirror({ overNewer: true, again: true });
    } else this.#mirror({ overNewer: true, again: false });
  }

  /** The server's answer: shown and mirrored unless it is older than what is known; raises the events of what it changed. */
  accept(site: Site): void {
    const before = this.#server;
    if (site.revision < before.revision) return;
    this.#server = site;
    if (site.revision === before.revision) {
      if (this.#guessed) this.confirm();
      else this.#mirror({ overNewer: false, again: false });
      return;
    }
    this.#local = {};
    this.#guessed = false;
    this.#world.show(site);
    this.#mirror({ overNewer: false, again: false });
    this.#raising = true;
    for (const setting of changedSettings(before, site)) this.#world.raise(SITE_EVENTS[setting]);
    this.#raising = false;
  }

  /**
   * Shows what the keys of these settings hold now; an invalid text changes nothing, a removed key stands for the default
   * and a storage that has been cleared for what the server says. `byOtherTab` when another tab wrote them. Never rejects.
   */
  async reread(settings: readonly SiteSetting[], byOtherTab: boolean): Promise<void> {
    // Heard from ourselves: the events above say what is already shown.
    if (this.#raising) return;
    await this.#fromStorage((storage, read) => {
      // A tab that is behind has mirrored what it has.
      if (byOtherTab && this.#mirrored && storedRevision(storage) < this.revision) return {};
      // Whoever clears the data of this site chose no other title.
      const absent = storage.length === 0 ? this.#server : DEFAULTS;
      const parts = settings.map((setting) => {
        const text = storedText(storage, setting);
        return text === null ? { [setting]: absent[setting] } : read(setting, text);
      });
      return Object.assign({}, ...parts);
    });
  }

  /** The server cannot be reached: shows what is stored, unless that is known to be older. Never rejects. */
  async paintStored(): Promise<void> {
    await this.#fromStorage((storage, read) => {
      const revision = storedRevision(storage);
      if (revision < this.revision) return {};
      this.#guessed = true;
      const parts = SITE_SETTINGS.map((setting) => {
        const text = storedText(storage, setting);
        if (text !== null) return read(setting, text);
        // Only a logo is mirrored by its absence.
        return setting === 'logo' && revision >= this.revision ? { logo: null } : {};
      });
      return Object.assign({}, ...parts, this.#local);
    });
  }

  async #fromStorage(
    take: (
      storage: Storage,
      read: Awaited<ReturnType<SiteSettingsStoreDependencies['reader']>>,
    ) => Partial<Site>,
  ): Promise<void> {
    const { revision } = this;
    try {
      const read = await this.#world.reader();
      // The server was faster, and knows better.
      if (revision === this.revision) this.#overlay(take(this.#world.storage(), read));
    } catch {
      // Storage is blocked or the reader did not load: what is shown stays.
    }
  }

  #overlay(part: Partial<Site>): void {
    const before = this.site;
    const { content, ...rest } = part;
    const harmless = content === undefined || (content !== '' && !this.#world.canSanitise) ? rest : part;
    const after = { ...before, ...harmless };
    for (const setting of SITE_SETTINGS) {
      if (storedForm(after, setting) === storedForm(this.#server, setting)) delete this.#local[setting];
      else Object.assign(this.#local, { [setting]: after[setting] });
    }
    if (changedSettings(before, after).length > 0) this.#world.show(this.site);
  }

  /** What was mirrored once is not mirrored `again`: somebody may have written a key since, and other tabs show it. */
  #mirror({ overNewer, again }: { overNewer: boolean; again: boolean }): void {
    try {
      const storage = this.#world.storage();
      if (!overNewer && storedRevision(storage) > this.revision) return;
      const settings = SITE_SETTINGS.filter((setting) => !(setting in this.#local));
      if (again || !isMirrored(storage, this.#server)) mirrorSite(storage, this.#server, settings);
      this.#mirrored = true;
    } catch {
      // Storage is blocked: this tab goes on without.
    }
  }
}
