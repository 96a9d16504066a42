/** Sentences of a preview from the link to the result. Prescribed letter for letter, except `internal`. */
export const previewFlow = {
  urlRequired: 'Please enter an Instagram or TikTok URL',
  urlInvalid: 'Please enter a valid Instagram or TikTok URL',
  validating: 'Validating URL...',
  fetching: 'Fetching Preview...',

  private: 'This post is private or restricted. Only public posts can be downloaded.',
  gone: 'Post not found. The video may have been deleted or the URL is incorrect.',
  rateLimited: 'Rate limit exceeded. Please try again later.',
  networkFetch: 'Network error: Unable to fetch data. Please check your internet connection and try again.',
  /** Not prescribed. Shown for a response that does not follow the API contract. */
  internal: 'Something went wrong on this server.',

  errorHeadline: 'Oops! Something went wrong',
  tryAgain: 'Try Again',
  previewLoaded: 'Video preview loaded successfully!',
} as const;
