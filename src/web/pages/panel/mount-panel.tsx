import { createRoot } from 'react-dom/client';
import type { Site } from '#shared/contract/site.ts';
import { extractSetupCode } from '../../state/panel/setup-code.ts';
import { startSite } from '../../state/panel/shown-site.ts';
import { createPanelApp } from './panel-app.tsx';

/** Renders the panel into the document sent by the server. */
export function mountPanel(): void {
  extractSetupCode();
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  // Not validated again, because the server embedded validated settings.
  if (data) startSite(JSON.parse(data) as Site);
  if (root === null) return;
  const PanelApp = createPanelApp();
  createRoot(root).render(<PanelApp />);
}
