import type { NavLink } from '#shared/contract/site.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';

/** Returns the link's label, or a placeholder if it is empty. */
export const nameOfLink = ({ label }: NavLink): string => label.trim() || NAVBAR_EDITOR.unnamed;
