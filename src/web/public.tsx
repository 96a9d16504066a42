// Imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { hydrateRoot } from 'react-dom/client';
import type { Site } from '#shared/contract/site.ts';
import { importBuilt } from './lib/import-built.ts';
import { PublicPage } from './pages/public/public-page.tsx';
import { rememberServerParts } from './pages/public/server-part.tsx';
import { captureInstallPrompt } from './state/install-prompt.ts';

/** Data the page was rendered with. Not validated again, because the same build wrote it and the validator is large. */
interface Boot {
  readonly site: Site;
  readonly passes: boolean;
  readonly home?: string;
}

// The build rewrites dynamic imports to call this global.
Object.assign(globalThis, { importBuilt });

captureInstallPrompt();

const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && data) {
  rememberServerParts(root);
  hydrateRoot(root, <PublicPage {...(JSON.parse(data) as Boot)} />);
}
