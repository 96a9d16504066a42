import { createRoot } from 'react-dom/client';
import type { Site } from '#shared/contract/site.ts';
import { extractSetupCode } from '../../state/panel/setup-code.ts';
import { startSite } from '../../state/panel/shown-site.ts';
import { makePanel } from './panel-app.tsx';

/** Starts the panel in the document the server gave. */
export function mountPanel(): void {
  extractSetupCode();
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  // Not validated again: the server has written it from what it had validated.
  if (data) startSite(JSON.parse(data) as Site);
  if (root === null) return;
  const PanelApp = makePanel();
  createRoot(root).render(<PanelApp />);
}
