import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates a page. This module and React are a part of their own, loaded before the page's code (vite.config.ts). */
export const hydrate = (root: Element, page: ReactNode): void => void hydrateRoot(root, page);
