// Imported first, so that the rules of components come after them.
import './styles/tokens.css';
import './styles/base.css';

import { type Boot, startPage } from './early/start-page.ts';
import { importBuilt } from './lib/import-built.ts';
import { captureInstallPrompt } from './state/install-prompt.ts';

// The build rewrites dynamic imports to call this global.
Object.assign(globalThis, { importBuilt });

captureInstallPrompt();

const prepare = () => import('./lib/react-root.ts');

const root = document.getElementById('root');
const data = document.getElementById('site')?.textContent;
if (root !== null && data) {
  const boot = JSON.parse(data) as Boot;
  startPage(boot, {
    load: async () => {
      const [{ hydratePage }] = await Promise.all([import('./pages/public/app.tsx'), prepare()]);
      return () => hydratePage(root, boot);
    },
    prepare,
  });
}
