// Imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { panelEntry } from '#messages/panel-entry.ts';
import { text } from '#shared/messages/text.ts';

/** Loads the panel's code, which this entry does not contain, so that it can show a message if that code cannot be loaded. */
async function start(): Promise<void> {
  const { mountPanel } = await import('./pages/panel/panel-app.tsx');
  mountPanel();
}

start().catch((fault: unknown) => {
  const root = document.getElementById('root');
  if (root !== null) root.textContent = text(panelEntry, 'notLoaded');
  throw fault;
});
