// These style sheets are imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { panelEntry } from '#messages/panel-entry.ts';
import { setBasePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';

/** Loads the panel's code. This entry does not contain that code, so that the entry can show a message if the code cannot be loaded. */
async function start(): Promise<void> {
  setBasePath(document.documentElement.dataset['base'] ?? '');
  const { mountPanel } = await import('./pages/panel/panel-app.tsx');
  mountPanel();
}

start().catch((fault: unknown) => {
  const root = document.getElementById('root');
  if (root !== null) root.textContent = text(panelEntry, 'notLoaded');
  throw fault;
});
