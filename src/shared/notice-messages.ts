/** What the notices themselves say beside their text. */
export const NOTICES = {
  region: 'Notices',
  dismiss: 'Dismiss notice',
  showFewer: 'Show fewer',
  showAll: (count: number): string => `Show all ${String(count)}`,
} as const;
