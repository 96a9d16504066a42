import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react';
import { listWithAnd } from '#shared/messages/lists.ts';
import type { SectionId } from '#shared/section-ids.ts';

/** Unsaved changes of the open section; `what` names the changed settings. */
export interface Unsaved {
  /** Section with the changes; null for a form that is in no section. */
  readonly section: SectionId | null;
  readonly what: string;
  /** Whether the changes are being saved. */
  readonly saving: boolean;
  readonly discard: () => void;
}

/** Changes of the section's own draft; null if everything in it is saved. */
let draft: Unsaved | null = null;
/** What was typed into the section's small forms, which the draft does not know yet. */
const inputs = new Map<symbol, Unsaved>();
let unsaved: Unsaved | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Combines unsaved changes into one entry that names and discards all of them, in the section of the first; null if there are none. */
function combined(all: readonly Unsaved[]): Unsaved | null {
  const [first] = all;
  if (first === undefined) return null;
  return {
    section: first.section,
    what: listWithAnd(all.map(({ what }) => what)),
    saving: all.some(({ saving }) => saving),
    discard: () => {
      for (const { discard } of all) discard();
    },
  };
}

/** Sets `unsaved` to the changes of the draft and the small forms together, and notifies the listeners. */
function update(): void {
  unsaved = combined([...(draft === null ? [] : [draft]), ...inputs.values()]);
  for (const listener of listeners) listener();
}

export const currentUnsaved = (): Unsaved | null => unsaved;

/** Returns the changes typed into small forms that are not part of the section's draft; null if there are none. */
export const currentInput = (): Unsaved | null => combined([...inputs.values()]);

/** Sets the unsaved changes of the open section's draft; null when everything is saved or discarded or the section is closed. */
export function setUnsaved(next: Unsaved | null): void {
  if (next === draft) return;
  draft = next;
  update();
}

/** Returns the unsaved changes of the open section's draft and small forms together; null if there are none. */
export const useUnsaved = (): Unsaved | null => useSyncExternalStore(subscribe, currentUnsaved);

/** Section that contains a small form, so that its entry in the section list shows unsaved input; null outside a section. */
export const SectionOfInput = createContext<SectionId | null>(null);

/**
 * Guards what was typed into a small form but not yet added or applied: leaving asks first. `what` names it in the
 * dialog ('the new social link'); null while there is nothing to lose. `discard` empties or closes the form.
 */
export function useUnsavedInput(what: string | null, discard: () => void): void {
  const section = use(SectionOfInput);
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (what === null) return;
    const key = Symbol(what);
    inputs.set(key, { section, what, saving: false, discard: () => latest.current() });
    update();
    return () => {
      inputs.delete(key);
      update();
    };
  }, [what, section]);
}
