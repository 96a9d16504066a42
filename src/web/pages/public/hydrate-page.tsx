// These style sheets are imported first, so that the rules of components come after them.
import '../../styles/tokens.css';
import '../../styles/base.css';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type BootData, PublicPage } from './public-page.tsx';
import { rememberServerParts } from './server-part.tsx';

/**
 * Hydrates the public page in slices, between which the browser handles input. Does nothing if the document does not contain the page or
 * the page's data.
 */
export function hydratePage(): void {
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  if (root === null || !data) return;
  rememberServerParts(root);
  // The data are not validated again, because the same build wrote them and the validator is large.
  const bootData = JSON.parse(data) as BootData;
  startTransition(() => void hydrateRoot(root, <PublicPage {...bootData} />));
}
