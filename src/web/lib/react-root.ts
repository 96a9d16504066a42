import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates a page in slices, between which the browser handles input. This module and React are a part of their own, loaded
 * before the page's code (vite.config.ts).
 */
export const hydrate = (root: Element, page: ReactNode): void =>
  startTransition(() => void hydrateRoot(root, page));
