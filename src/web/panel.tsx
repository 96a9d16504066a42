// First, so that every component's own rules come after them.
import './styles/tokens.css';
import './styles/base.css';

import { createRoot } from 'react-dom/client';
import type { Site } from '#shared/contract/site.ts';
import { trustModule } from './lib/trust-module.ts';
import { makePanel } from './pages/panel/panel-app.tsx';
import { takeSetupCode } from './state/panel/setup-code.ts';
import { startSite } from './state/panel/shown-site.ts';

// The build's rewritten dynamic imports look for it there.
Object.assign(globalThis, { trustModule });

takeSetupCode();
const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
// Not validated again: the server has written it from what it had validated.
if (data) startSite(JSON.parse(data) as Site);
if (root !== null) {
  const PanelApp = makePanel();
  createRoot(root).render(<PanelApp />);
}
