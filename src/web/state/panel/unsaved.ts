import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react';
import { listWithAnd } from '#shared/messages/lists.ts';
import type { SectionId } from '#shared/section-ids.ts';

/** Unsaved changes of a draft or of a small form; `description` names what has changed. */
export interface UnsavedChanges {
  /** Section that contains the changes; null for a form that is in no section. */
  readonly section: SectionId | null;
  readonly description: string;
  /** Whether the changes are being saved. */
  readonly isSaving: boolean;
  readonly discard: () => void;
}

/** Changes of the section's own draft; null if everything in it is saved. */
let draft: UnsavedChanges | null = null;
/** Changes that were typed into small forms and are not part of the draft. */
const inputs = new Map<symbol, UnsavedChanges>();
let unsaved: UnsavedChanges | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Combines unsaved changes into one entry that names all of them and discards all of them. Its section is that of the first entry. Returns
 * null for an empty list.
 */
function combine(entries: readonly UnsavedChanges[]): UnsavedChanges | null {
  const [first] = entries;
  if (first === undefined) return null;
  return {
    section: first.section,
    description: listWithAnd(entries.map(({ description }) => description)),
    isSaving: entries.some(({ isSaving }) => isSaving),
    discard: () => {
      for (const { discard } of entries) discard();
    },
  };
}

/** Sets `unsaved` to the changes of the draft and the small forms together, and notifies the listeners. */
function update(): void {
  unsaved = combine([...(draft === null ? [] : [draft]), ...inputs.values()]);
  for (const listener of listeners) listener();
}

export const currentUnsavedChanges = (): UnsavedChanges | null => unsaved;

/** Returns the changes typed into small forms that are not part of the section's draft; null if there are none. */
export const currentUnsavedInput = (): UnsavedChanges | null => combine([...inputs.values()]);

/** Sets the unsaved changes of the open section's draft; null when there are none or the section is closed. */
export function setUnsavedDraft(changes: UnsavedChanges | null): void {
  if (changes === draft) return;
  draft = changes;
  update();
}

/** Returns the unsaved changes of the open section's draft and small forms together; null if there are none. */
export const useCurrentUnsavedChanges = (): UnsavedChanges | null =>
  useSyncExternalStore(subscribe, currentUnsavedChanges);

/**
 * Context with the section that contains a small form, so that the section's entry in the menu shows unsaved input; null outside a section.
 */
export const SectionOfInput = createContext<SectionId | null>(null);

/**
 * Registers text that was typed into a small form and is not yet added or applied, so that the panel asks before it is lost. `description`
 * names this text in the dialog ('the new social link'); null while there is no such text. `discard` empties or closes the form.
 */
export function useUnsavedInput(description: string | null, discard: () => void): void {
  const section = use(SectionOfInput);
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (description === null) return;
    const key = Symbol(description);
    inputs.set(key, { section, description, isSaving: false, discard: () => latest.current() });
    update();
    return () => {
      inputs.delete(key);
      update();
    };
  }, [description, section]);
}
