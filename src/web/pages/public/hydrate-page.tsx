// Imported first, so that the rules of components come after them.
import '../../styles/tokens.css';
import '../../styles/base.css';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type Boot, PublicPage } from './public-page.tsx';
import { rememberServerParts } from './server-part.tsx';

/** Hydrates the public page in slices, between which the browser handles input. Does nothing if the document lacks the page or its data. */
export function hydratePage(): void {
  const root = document.getElementById('root');
  const data = document.getElementById('site')?.textContent;
  if (root === null || !data) return;
  rememberServerParts(root);
  // Not validated again, because the same build wrote it and the validator is large.
  const boot = JSON.parse(data) as Boot;
  startTransition(() => void hydrateRoot(root, <PublicPage {...boot} />));
}
