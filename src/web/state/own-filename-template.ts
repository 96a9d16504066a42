import { findTemplateFault } from '#shared/format/filename-template.ts';
import { readStorage, writeStorage } from '../lib/browser-storage.ts';
import { createStore } from './store.ts';

/** Storage key of the visitor's template for file names. Nothing else about the names is stored. */
const KEY = 'ownFilenameTemplate';

function readStored(): string | null {
  const stored = readStorage('browser', KEY);
  return stored === null || findTemplateFault(stored) !== null ? null : stored;
}

const chosen = createStore<string | null>(readStored());

// Another tab of this browser changed the template.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) chosen.set(readStored());
  });

/** Returns the visitor's template for file names; null for the names of the site. */
export const useOwnFilenameTemplate = (): string | null => chosen.use((template) => template);

/** Keeps the visitor's template, which must have no fault, in this browser; null removes it. */
export function keepOwnFilenameTemplate(template: string | null): void {
  // Where storage is blocked, the template lasts until the page is closed.
  writeStorage('browser', KEY, template);
  chosen.set(template);
}
