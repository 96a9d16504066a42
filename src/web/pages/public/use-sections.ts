import type { Site } from '#shared/contract/site.ts';
import { useAccordion } from '../../features/sections/use-accordion.ts';
import { useStatusCard } from '../../features/sections/use-status-card.ts';
import { useAnchors } from './use-anchors.ts';
import { useSpots } from './use-spots.ts';

/** Brings to life what only the server renders: links between sections, the questions, the status, the site's own words. */
export function useSections(site: Site): void {
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useSpots(site);
}
