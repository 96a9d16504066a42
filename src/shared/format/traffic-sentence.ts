import { traffic } from '#messages/traffic.ts';
import type { ReachedTraffic } from '../contract/traffic.ts';
import { text } from '../messages/text.ts';
import { formatBytes } from './bytes.ts';
import { formatMoment } from './day.ts';

/** Says what a budget that is nearly or fully spent means, for the alert and the panel. */
export const trafficSentence = ({ period, level, sent, budget, endsAt }: ReachedTraffic): string => {
  const figures = { sent: formatBytes(sent), budget: formatBytes(budget), time: formatMoment(endsAt) };
  return level === 'spent'
    ? text(traffic, `spent.${period}`, figures)
    : text(traffic, `near.${period}`, { ...figures, percent: Math.floor((100 * sent) / budget) });
};
