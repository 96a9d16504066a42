import type { NavLink } from '#shared/contract/site.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';

/** What a link is called while its label is empty too. */
export const nameOfLink = ({ label }: NavLink): string => label.trim() || NAVBAR_EDITOR.unnamed;
