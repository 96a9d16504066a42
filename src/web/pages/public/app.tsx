// Imported first, so that the rules of components come after them.
import '../../styles/later-tokens.css';
import '../../styles/later-base.css';

import type { Boot } from '../../early/start-page.ts';
import { hydrate } from '../../lib/react-root.ts';
import { PublicPage } from './public-page.tsx';
import { rememberServerParts } from './server-part.tsx';

/** Hydrates the public page. Loaded with the first sign that a visitor uses the page. */
export function hydratePage(root: HTMLElement, boot: Boot): void {
  rememberServerParts(root);
  hydrate(root, <PublicPage {...boot} />);
}
