import { useSyncExternalStore } from 'react';
import type { SectionId } from '#shared/section-ids.ts';

/** Unsaved changes of the open section; `what` names the changed settings. */
export interface Unsaved {
  readonly section: SectionId;
  readonly what: string;
  /** Whether they are being saved. */
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

/** Sets the unsaved changes of the open section; null when everything is saved or discarded or the section is closed. */
export function setUnsaved(next: Unsaved | null): void {
  if (next === unsaved) return;
  unsaved = next;
  for (const listener of listeners) listener();
}

/** Returns the unsaved changes of the open section, or null. */
export const useUnsaved = (): Unsaved | null => useSyncExternalStore(subscribe, currentUnsaved);
