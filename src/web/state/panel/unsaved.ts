import { createContext, use, useEffect, useEffectEvent } from 'react';
import { listWithAnd } from '#shared/messages/lists.ts';
import type { SectionId } from '#shared/section-ids.ts';
import { createStore } from '../store.ts';

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
const unsaved = createStore<UnsavedChanges | null>(null);

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

/** Sets `unsaved` to the changes of the draft and the small forms together. */
const update = (): void => unsaved.set(combine([...(draft === null ? [] : [draft]), ...inputs.values()]));

export const currentUnsavedChanges = unsaved.get;

/** Returns the changes typed into small forms that are not part of the section's draft; null if there are none. */
export const currentUnsavedInput = (): UnsavedChanges | null => combine([...inputs.values()]);

/** Sets the unsaved changes of the open section's draft; null when there are none or the section is closed. */
export function setUnsavedDraft(changes: UnsavedChanges | null): void {
  if (changes === draft) return;
  draft = changes;
  update();
}

/** Returns the unsaved changes of the open section's draft and small forms together; null if there are none. */
export const useCurrentUnsavedChanges = (): UnsavedChanges | null => unsaved.use((changes) => changes);

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
  const discardLatest = useEffectEvent(discard);
  useEffect(() => {
    if (description === null) return;
    const key = Symbol(description);
    inputs.set(key, { section, description, isSaving: false, discard: () => discardLatest() });
    update();
    return () => {
      inputs.delete(key);
      update();
    };
  }, [description, section]);
}
