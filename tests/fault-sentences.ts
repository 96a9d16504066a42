/**
 * Messages a visitor sees, letter for letter: the specified sentences, and the failure reasons that the specification
 * leaves open.
 */
export const PRIVATE = 'This post is private or restricted. Only public posts can be downloaded.';
export const GONE = 'Post not found. The video may have been deleted or the URL is incorrect.';
export const LIMITED = 'Rate limit exceeded. Please try again later.';
export const BAD_LINK = 'Invalid Instagram/TikTok URL format';
export const NO_MEDIA =
  'No media URLs found in response. Please check if the post contains downloadable content.';

const failed = (message: string): string => `Failed to fetch video: ${message}`;
export const NETWORK = failed('this server could not reach the platform.');
export const TIMED_OUT = failed('the platform took too long to answer.');
export const UNREADABLE = failed("the platform's page has changed and could not be read.");
export const UPSTREAM_ERROR = failed('the platform answered with an error.');
export const UNREADABLE_ANSWER = failed('the extraction provider sent a response that could not be read.');
export const KEY_REJECTED = failed("the extraction provider rejected this server's key.");
export const DEAD_SHORT_LINK = failed('the short link does not lead to a post.');
export const WITHHELD = failed('the platform does not show posts to this server.');
export const UNREADABLE_HERE = failed('this server could not read the post.');
export const REGION_BLOCKED = failed("the post is not available in this server's region.");
