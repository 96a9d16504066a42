import { traffic } from '#messages/traffic.ts';
import type { ReachedTraffic } from '../contract/traffic.ts';
import { text } from '../messages/text.ts';
import { formatBytes } from './bytes.ts';
import { formatMoment } from './day.ts';

/**
 * Returns the sentence about a budget that is nearly or fully spent, for alerts and the panel: the amount sent, the budget, and until when
 * downloads are or would be refused.
 */
export const trafficSentence = ({ period, level, sent, budget, endsAt }: ReachedTraffic): string => {
  const figures = { sent: formatBytes(sent), budget: formatBytes(budget), time: formatMoment(endsAt) };
  return level === 'spent'
    ? text(traffic, `spent.${period}`, figures)
    : text(traffic, `near.${period}`, { ...figures, percent: Math.floor((100 * sent) / budget) });
};
