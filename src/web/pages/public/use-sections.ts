import type { Site } from '#shared/contract/site.ts';
import { useAccordion } from '../../features/sections/use-accordion.ts';
import { useAnchors } from '../../features/sections/use-anchors.ts';
import { useLiveText } from '../../features/sections/use-live-text.ts';
import { useStatusCard } from '../../features/sections/use-status-card.ts';

/**
 * Adds behaviour to server-rendered parts: links between sections, the FAQ, the status card and live texts. `rendered` is
 * the site as the server rendered it.
 */
export function useSections(site: Site, rendered: Site): void {
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useLiveText(site, rendered);
}
