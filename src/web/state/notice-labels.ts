import { noticeRegion } from '#messages/notice-region.ts';
import { text } from '#shared/messages/text.ts';

/** Labels of the notice region and its buttons. */
export const NOTICE_LABELS = {
  region: text(noticeRegion, 'region'),
  dismiss: text(noticeRegion, 'dismiss'),
  showFewer: text(noticeRegion, 'showFewer'),
  showAll: (count: number): string => text(noticeRegion, 'showAll', { count }),
};
