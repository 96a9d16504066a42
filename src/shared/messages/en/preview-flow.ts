/**
 * Sentences of a preview from the link to the result. The specification prescribes them letter for letter, except `internal`, `unanswered`
 * and `reference`.
 */
export const previewFlow = {
  urlRequired: 'Please enter an Instagram or TikTok URL',
  urlInvalid: 'Please enter a valid Instagram or TikTok URL',
  validating: 'Validating URL...',
  fetching: 'Fetching Preview...',

  private: 'This post is private or restricted. Only public posts can be downloaded.',
  gone: 'Post not found. The video may have been deleted or the URL is incorrect.',
  rateLimited: 'Rate limit exceeded. Please try again later.',
  /** Shown while the browser has no network; `networkFetch` is shown while it has one. */
  networkConnect: 'Network error: Unable to connect to API. Please check your internet connection.',
  networkFetch: 'Network error: Unable to fetch data. Please check your internet connection and try again.',
  /** Shown for a response that does not follow the API contract. */
  internal: 'Something went wrong on this server.',

  /** Stands under `networkFetch` if our server did not answer although the browser has a network. */
  unanswered: "It's probably this site, not your connection. Your link is still in the box.",
  reference: 'Reference',

  errorHeadline: 'Oops! Something went wrong',
  tryAgain: 'Try Again',
  previewLoaded: 'Video preview loaded successfully!',
} as const;
