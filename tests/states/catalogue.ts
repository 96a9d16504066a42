import { DOWNLOAD_STORIES } from './stories/download-stories.ts';
import { ERROR_STORIES } from './stories/error-stories.ts';
import { FORM_STORIES } from './stories/form-stories.ts';
import { LIST_STORIES } from './stories/list-stories.ts';
import { NOTICE_STORIES } from './stories/notice-stories.ts';
import { PAGE_STORIES } from './stories/page-stories.ts';
import { RESULT_STORIES } from './stories/result-stories.ts';
import { SECTION_STORIES } from './stories/section-stories.ts';
import { SITE_STORIES } from './stories/site-stories.ts';
import type { Story } from './story.ts';

/** All states of the public page. */
export const CATALOGUE: readonly Story[] = [
  ...FORM_STORIES,
  ...ERROR_STORIES,
  ...RESULT_STORIES,
  ...LIST_STORIES,
  ...DOWNLOAD_STORIES,
  ...PAGE_STORIES,
  ...SECTION_STORIES,
  ...SITE_STORIES,
  ...NOTICE_STORIES,
];

/** Stories that differ in the page below the link form and its result. */
export const WHOLE_PAGE: ReadonlySet<Story> = new Set([...PAGE_STORIES, ...SECTION_STORIES, ...SITE_STORIES]);
