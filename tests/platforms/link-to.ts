import type { PostPlatform } from '../../src/shared/contract/content-type.ts';
import type { ParsedLink } from '../../src/shared/links/parsed-link.ts';
import { TEST_PLATFORMS } from './test-platforms.ts';

const sampleOf = (id: string) => ({ kind: 'sample', url: `/?sample=${id}` }) as const;

/** Creates a parsed link for tests; engines use only its platform, kind, id and URL. */
export const linkTo = (platform: PostPlatform, id: string, given: Partial<ParsedLink> = {}): ParsedLink => ({
  platform,
  ...(platform === 'sample' ? sampleOf(id) : TEST_PLATFORMS[platform].mock.linkOf(id)),
  id,
  username: null,
  itemIndex: null,
  contentType: 'video',
  label: 'a post',
  ...given,
});
