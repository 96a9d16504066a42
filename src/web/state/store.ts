import { useSyncExternalStore } from 'react';

/**
 * Creates a store of one value. `use` follows what `pick` takes of it in a component, which is rendered again only when that changes; on the
 * server and during hydration it is that of `initial`.
 */
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
    use: <Picked>(pick: (value: Value) => Picked): Picked =>
      useSyncExternalStore(
        subscribe,
        () => pick(current),
        () => pick(initial),
      ),
  };
}
