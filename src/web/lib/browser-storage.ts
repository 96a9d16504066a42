const AREAS = { browser: () => localStorage, tab: () => sessionStorage } as const;

/** Storage that all tabs of this browser share, or that lasts as long as this tab. */
type StorageArea = keyof typeof AREAS;

/** Returns the text stored under a key; null if there is none or storage is blocked. */
export function readStorage(area: StorageArea, key: string): string | null {
  try {
    return AREAS[area]().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key, or removes the key for null. Returns false where storage is blocked or full. */
export function writeStorage(area: StorageArea, key: string, text: string | null): boolean {
  try {
    if (text === null) AREAS[area]().removeItem(key);
    else AREAS[area]().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
