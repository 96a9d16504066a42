import { DOWNLOAD_STORIES } from './stories/download-stories.ts';
import { ERROR_STORIES } from './stories/error-stories.ts';
import { FORM_STORIES } from './stories/form-stories.ts';
import { NOTICE_STORIES } from './stories/notice-stories.ts';
import { PAGE_STORIES } from './stories/page-stories.ts';
import { RESULT_STORIES } from './stories/result-stories.ts';
import { SECTION_STORIES } from './stories/section-stories.ts';
import { SITE_STORIES } from './stories/site-stories.ts';
import type { Story } from './story.ts';

/** All states of the public page that /dev/states shows, in the order of the list. */
export const CATALOGUE: readonly Story[] = [
  ...FORM_STORIES,
  ...ERROR_STORIES,
  ...RESULT_STORIES,
  ...DOWNLOAD_STORIES,
  ...PAGE_STORIES,
  ...SECTION_STORIES,
  ...SITE_STORIES,
  ...NOTICE_STORIES,
];

/** Returns the story of this name, or null. */
export const findStory = (name: string): Story | null =>
  CATALOGUE.find((story) => story.name === name) ?? null;
