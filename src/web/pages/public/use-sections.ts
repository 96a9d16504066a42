import type { Site } from '#shared/contract/site.ts';
import { useAccordion } from '../../features/sections/use-accordion.ts';
import { useAnchors } from '../../features/sections/use-anchors.ts';
import { useLiveText } from '../../features/sections/use-live-text.ts';
import { useStatusCard } from '../../features/sections/use-status-card.ts';

/** Adds behaviour to server-rendered parts: links between sections, the FAQ, the status card and live texts. */
export function useSections(site: Site): void {
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useLiveText(site);
}
