import { useSyncExternalStore } from 'react';

/** Creates a store of one value. `use` follows the value in a component; on the server and during hydration it returns `initial`. */
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
