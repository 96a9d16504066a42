/** What the browser and the device are like. Left out: online, a mouse, tabs open, no share sheet, an empty clipboard. */
export interface Surroundings {
  readonly offline?: true;
  /** A phone of this kind: a finger instead of a mouse, and its name. */
  readonly phone?: 'iphone' | 'android';
  /** Whether the share sheet exists, and how the visitor leaves it. */
  readonly share?: 'taken' | 'dismissed';
  readonly popups?: 'blocked';
  /** Whether the browser has a folder picker, and how the visitor leaves it: with an empty folder, or without one. */
  readonly folder?: 'chosen' | 'dismissed';
  /** The visitor asked the browser to save data. */
  readonly dataSaver?: true;
  /** What a press on Paste finds. */
  readonly clipboard?: { readonly text: string } | 'refused' | 'missing';
}

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
} as const;

const give = (target: object, name: string, get: () => unknown): void => {
  Object.defineProperty(target, name, { get, configurable: true });
};

let online = true;

/** Takes the network away or brings it back, as the browser would tell the page. */
export function setOnline(now: boolean): void {
  online = now;
  dispatchEvent(new Event(now ? 'online' : 'offline'));
}

/** Stories share one origin: what one keeps must not reach another, nor the page under work. The theme may. */
function isolateStorage(): void {
  const kept = new Map<string, string>();
  const theme = localStorage.getItem('theme');
  if (theme !== null) kept.set('theme', theme);
  const storage: Storage = {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
  give(globalThis, 'localStorage', () => storage);
}

/** Every way there is arrives at once, or a picture would catch the page on its way. */
function scrollInstantly(): void {
  const original = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function scrollIntoView(where) {
    const options =
      typeof where === 'object' ? where : ({ block: where === false ? 'end' : 'start' } as const);
    original.call(this, { ...options, behavior: 'instant' });
  };
}

/** Nothing leaves the page: saved files and opened tabs end here. */
function keepFilesHere(popups: 'open' | 'blocked'): void {
  addEventListener(
    'click',
    (event) => {
      if (event.target instanceof HTMLAnchorElement && event.target.hasAttribute('download'))
        event.preventDefault();
    },
    true,
  );
  const tab = { opener: null, closed: false, close: () => undefined, location: { replace: () => undefined } };
  Object.assign(globalThis, { open: () => (popups === 'blocked' ? null : tab) });
}

function installPhone(phone: 'iphone' | 'android' | undefined): void {
  if (phone === undefined) return;
  give(navigator, 'userAgent', () => AGENTS[phone]);
  const original = matchMedia.bind(globalThis);
  Object.assign(globalThis, {
    matchMedia: (query: string) =>
      original(
        query === '(pointer: coarse)' ? '(min-width: 0)' : query.replace('(pointer: fine)', '(max-width: 0)'),
      ),
  });
}

function installShare(share: Surroundings['share']): void {
  give(navigator, 'canShare', () => (share === undefined ? undefined : () => true));
  give(navigator, 'share', () =>
    share === undefined
      ? undefined
      : async () => {
          if (share === 'dismissed') throw new DOMException('Share canceled', 'AbortError');
        },
  );
}

/** A folder that takes every file and forgets it. */
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

function installFolderPicker(folder: Surroundings['folder']): void {
  give(globalThis, 'showDirectoryPicker', () =>
    folder === undefined
      ? undefined
      : async () => {
          if (folder === 'dismissed') throw new DOMException('', 'AbortError');
          return emptyFolder();
        },
  );
}

function installClipboard(clipboard: Surroundings['clipboard'] = { text: '' }): void {
  const readText = async (): Promise<string> => {
    if (typeof clipboard === 'object') return clipboard.text;
    throw new DOMException('Read permission denied.', 'NotAllowedError');
  };
  const writeText = async (): Promise<void> => undefined;
  give(navigator, 'clipboard', () => (clipboard === 'missing' ? undefined : { readText, writeText }));
}

/** Makes the browser look like what the story says. Before the page starts. */
export function installSurroundings(surroundings: Surroundings): void {
  online = surroundings.offline !== true;
  give(navigator, 'onLine', () => online);
  isolateStorage();
  scrollInstantly();
  keepFilesHere(surroundings.popups ?? 'open');
  if (surroundings.dataSaver) give(navigator, 'connection', () => ({ saveData: true }));
  installPhone(surroundings.phone);
  installShare(surroundings.share);
  installFolderPicker(surroundings.folder);
  installClipboard(surroundings.clipboard);
}
