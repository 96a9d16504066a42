import { useSyncExternalStore } from 'react';

/** Creates a value that components follow. On the server, and while the page takes over its markup, `use` returns the initial one. */
export function createStore<Value>(initial: Value) {
  let current = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): Value => current;
  return {
    get,
    set(next: Value): void {
      current = next;
      for (const listener of listeners) listener();
    },
    use: (): Value => useSyncExternalStore(subscribe, get, () => initial),
  };
}
