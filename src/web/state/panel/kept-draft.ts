import type { SectionId } from '#shared/section-ids.ts';
import type { DraftState } from './draft.ts';

// Stores edits in this tab during a reload of the page, which becomes necessary when the sign-on of a proxy in front of Savelet has ended.

const KEY = 'kept-draft';

interface KeptDraft<Values extends object> {
  readonly section: SectionId;
  readonly draft: DraftState<Values>;
}

/** Function for `JSON.stringify` that leaves out the key that was typed for a service, because no secret is stored in the browser. */
const withoutKeys = (name: string, value: unknown): unknown => (name === 'key' ? undefined : value);

/** Stores a section's draft in this tab for `readKeptDraft`, without a typed service key. Does nothing where storage is blocked or full. */
export function keepDraft<Values extends object>(keptDraft: KeptDraft<Values>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keptDraft, withoutKeys));
  } catch {
    // The edits are lost, as with any other reload.
  }
}

/** Returns the draft that `keepDraft` stored last; null if there is none, if it belongs to another section, or where storage is blocked. */
export function readKeptDraft<Values extends object>(section: SectionId): DraftState<Values> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptDraft<Values> | null;
    return kept?.section === section ? kept.draft : null;
  } catch {
    return null;
  }
}

export function dropKeptDraft(section: SectionId): void {
  if (readKeptDraft(section) !== null) sessionStorage.removeItem(KEY);
}
