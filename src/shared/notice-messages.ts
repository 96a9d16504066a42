/** Labels of the notice region and its buttons. */
export const NOTICES = {
  region: 'Notices',
  dismiss: 'Dismiss notice',
  showFewer: 'Show fewer',
  showAll: (count: number): string => `Show all ${String(count)}`,
} as const;
