import { useSyncExternalStore } from 'react';

/**
 * Creates a store of one value. `use` is a hook that returns the part of the value that `pick` selects; it renders the component again only
 * when that part changes. On the server and during hydration, `use` returns the part of `initial`.
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
    set(newValue: Value): void {
      current = newValue;
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
