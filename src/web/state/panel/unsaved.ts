import { useSyncExternalStore } from 'react';

/** The open section that holds unsaved changes, with what they are in; null when there are none. */
export interface Unsaved {
  readonly section: string;
  readonly what: string;
  /** They are on their way to the server. */
  readonly saving: boolean;
  readonly discard: () => void;
}

let unsaved: Unsaved | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentUnsaved = (): Unsaved | null => unsaved;

/** The open section says what it holds; null once everything is saved, discarded or closed. */
export function holdUnsaved(next: Unsaved | null): void {
  if (next === unsaved) return;
  unsaved = next;
  for (const listener of listeners) listener();
}

/** What is not saved yet. */
export const useUnsaved = (): Unsaved | null => useSyncExternalStore(subscribe, currentUnsaved);
