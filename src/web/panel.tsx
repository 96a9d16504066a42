// These style sheets are imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { panelEntry } from '#messages/panel-entry.ts';
import { setBasePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';

/**
 * Sets the base path, loads the panel's code and mounts the panel. Rejects if the code cannot be loaded; this entry does not contain the
 * code, so that it can then show a message.
 */
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
