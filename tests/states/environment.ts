/**
 * Features of the browser and the device. Defaults: online, a mouse, popups allowed, no share sheet, an empty
 * clipboard.
 */
export interface BrowserEnvironment {
  readonly offline?: true;
  /** Simulates this phone: a coarse pointer and its user agent. */
  readonly phone?: 'iphone' | 'android' | 'instagram';
  /** Whether a share sheet exists, and whether the visitor shares or dismisses it. */
  readonly share?: 'taken' | 'dismissed';
  readonly popups?: 'blocked';
  /** Whether a folder picker exists, in which the visitor chooses an empty folder. */
  readonly folder?: 'chosen';
  /** Files that an earlier visit kept on the disk: their records and received bytes. Without any, the browser has no disk. */
  readonly kept?: readonly { readonly record: object; readonly received: number }[];
  /** Clipboard content, or how reading it fails. */
  readonly clipboard?: { readonly text: string } | 'refused' | 'missing';
}

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0.0.1',
} as const;

const defineGetter = (target: object, name: string, get: () => unknown): void => {
  Object.defineProperty(target, name, { get, configurable: true });
};

let online = true;

/** Sets the online state and dispatches the event as the browser does. */
export function setOnline(now: boolean): void {
  online = now;
  dispatchEvent(new Event(now ? 'online' : 'offline'));
}

/** Replaces a storage per page: stories share an origin, and a tab, with each other and the development page. */
function isolateStorage(name: 'localStorage' | 'sessionStorage'): void {
  const entries = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
  defineGetter(globalThis, name, () => storage);
}

/** Prevents downloads and new tabs. */
function blockFilesAndTabs(popups: 'open' | 'blocked'): void {
  addEventListener(
    'click',
    (event) => {
      if (event.target instanceof HTMLAnchorElement && event.target.matches('[download], [hidden]'))
        event.preventDefault();
    },
    true,
  );
  const tab = { opener: null, closed: false, close: () => undefined, location: { replace: () => undefined } };
  Object.assign(globalThis, { open: () => (popups === 'blocked' ? null : tab) });
  // The script's clicks are not those of a person.
  defineGetter(navigator, 'userActivation', () => ({ isActive: popups === 'open' }));
}

function installPhone(phone: BrowserEnvironment['phone']): void {
  if (phone === undefined) return;
  defineGetter(navigator, 'userAgent', () => AGENTS[phone]);
  const original = matchMedia.bind(globalThis);
  Object.assign(globalThis, {
    matchMedia: (query: string) =>
      original(
        query === '(pointer: coarse)' ? '(min-width: 0)' : query.replace('(pointer: fine)', '(max-width: 0)'),
      ),
  });
}

function installShare(share: BrowserEnvironment['share']): void {
  defineGetter(navigator, 'canShare', () => (share === undefined ? undefined : () => true));
  defineGetter(navigator, 'share', () =>
    share === undefined
      ? undefined
      : async () => {
          if (share === 'dismissed') throw new DOMException('Share canceled', 'AbortError');
        },
  );
}

/** Creates a directory handle that accepts every file and discards its bytes. */
function emptyFolder(): unknown {
  const sizes = new Map<string, number>();
  const fileHandle = (name: string) => ({
    createWritable: async () => ({
      write: async (blob: Blob) => void sizes.set(name, blob.size),
      close: async () => undefined,
    }),
    getFile: async () => ({ size: sizes.get(name) }),
  });
  return {
    name: 'Quay walk',
    async getFileHandle(name: string, options?: { create?: boolean }) {
      if (options?.create !== true) throw new DOMException('', 'NotFoundError');
      return fileHandle(name);
    },
  };
}

function installFolderPicker(folder: BrowserEnvironment['folder']): void {
  defineGetter(globalThis, 'showDirectoryPicker', () =>
    folder === undefined ? undefined : async () => emptyFolder(),
  );
}

function installClipboard(clipboard: BrowserEnvironment['clipboard'] = { text: '' }): void {
  const readText = async (): Promise<string> => {
    if (typeof clipboard === 'object') return clipboard.text;
    throw new DOMException('Read permission denied.', 'NotAllowedError');
  };
  const writeText = async (): Promise<void> => undefined;
  defineGetter(navigator, 'clipboard', () => (clipboard === 'missing' ? undefined : { readText, writeText }));
}

/** Replaces the disk, which all stories share. */
function installDisk(kept: BrowserEnvironment['kept'] = []): void {
  const removeEntry = async (): Promise<void> => undefined;
  const folder = {
    removeEntry,
    async *keys() {
      for (const name of kept.keys()) yield String(name);
    },
    async getFileHandle(name: string) {
      const { record, received } = kept[Number.parseInt(name, 10)] ?? {};
      const file = name.endsWith('.json')
        ? new File([JSON.stringify(record)], name)
        : { size: received, lastModified: 0 };
      return { getFile: async () => file };
    },
  };
  Object.assign(navigator.storage, {
    async getDirectory() {
      if (kept.length === 0) throw new DOMException('', 'SecurityError');
      return { removeEntry, getDirectoryHandle: async () => folder };
    },
  });
}

/** Installs the environment of a story. Call before the page starts. */
export function installEnvironment(environment: BrowserEnvironment): void {
  online = environment.offline !== true;
  defineGetter(navigator, 'onLine', () => online);
  isolateStorage('localStorage');
  isolateStorage('sessionStorage');
  blockFilesAndTabs(environment.popups ?? 'open');
  installPhone(environment.phone);
  installShare(environment.share);
  installFolderPicker(environment.folder);
  installClipboard(environment.clipboard);
  installDisk(environment.kept);
}
