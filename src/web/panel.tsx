// First, so that every component's own rules come after them.
import './styles/tokens.css';
import './styles/base.css';

import { PANEL_NOT_LOADED } from '#shared/panel-entry-messages.ts';
import { trustModule } from './lib/trust-module.ts';

// The build's rewritten dynamic imports look for it there.
Object.assign(globalThis, { trustModule });

/**
 * The page trusts this one file by its hash, and 'strict-dynamic' lets a trusted file load others but not import them
 * statically: so this is all the entry does, and the panel's parts may share what they like.
 */
async function start(): Promise<void> {
  const { mountPanel } = await import('./pages/panel/mount-panel.tsx');
  mountPanel();
}

start().catch((fault: unknown) => {
  const root = document.getElementById('root');
  if (root !== null) root.textContent = PANEL_NOT_LOADED;
  throw fault;
});
