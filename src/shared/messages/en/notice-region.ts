/** Labels of the notice region and its buttons. */
export const noticeRegion = {
  region: 'Notices',
  dismiss: 'Dismiss notice',
  showFewer: 'Show fewer',
  showAll: 'Show all {count}',
} as const;
