/** Texts of the maintenance notice, and of the line that replaces the notice while a download finishes. */
export const maintenance = {
  headline: "We'll Be Right Back",
  text: 'Scheduled maintenance is under way. Downloads are paused for now and nothing of yours is affected. This page checks again every minute.',
  refresh: 'Refresh Page',
  back: 'Go Back',
  checkedAt: 'Last checked at {time}',
  over: "We're back",
  afterDownload: 'Maintenance has started. Your download will finish first.',
} as const;
