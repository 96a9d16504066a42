import { parseJson } from '#shared/parse-json.ts';
import type { SectionId } from '#shared/section-ids.ts';
import { readStorage, writeStorage } from '../../lib/browser-storage.ts';
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
export const keepDraft = <Values extends object>(keptDraft: KeptDraft<Values>): boolean =>
  writeStorage('tab', KEY, JSON.stringify(keptDraft, withoutKeys));

/** Returns the draft that `keepDraft` stored last; null if there is none, if it belongs to another section, or where storage is blocked. */
export function readKeptDraft<Values extends object>(section: SectionId): DraftState<Values> | null {
  const kept = parseJson(readStorage('tab', KEY) ?? '') as KeptDraft<Values> | null | undefined;
  return kept?.section === section ? kept.draft : null;
}

export function dropKeptDraft(section: SectionId): void {
  if (readKeptDraft(section) !== null) writeStorage('tab', KEY, null);
}
