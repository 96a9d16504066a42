// Imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/later-tokens.css';
import './styles/base.css';
import './styles/later-base.css';

import { panelEntry } from '#messages/panel-entry.ts';
import { text } from '#shared/messages/text.ts';
import { importBuilt } from './lib/import-built.ts';

// The build rewrites dynamic imports to call this global.
Object.assign(globalThis, { importBuilt });

/**
 * Loads the panel. The page trusts only this file by its hash, and 'strict-dynamic' lets a trusted file load others
 * dynamically but not import them statically. So the entry does nothing else, and the panel's chunks can share code
 * freely.
 */
async function start(): Promise<void> {
  const { mountPanel } = await import('./pages/panel/panel-app.tsx');
  mountPanel();
}

start().catch((fault: unknown) => {
  const root = document.getElementById('root');
  if (root !== null) root.textContent = text(panelEntry, 'notLoaded');
  throw fault;
});
