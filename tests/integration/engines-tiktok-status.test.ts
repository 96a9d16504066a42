import { describe, expect, it } from 'vitest';
import type { Canned } from './fake-outbound-client.ts';
import { code, desktop, ID, read, siteClient, video, wrapped } from './read-tiktok.ts';

const REJECTED: Canned = { status: 400, body: '{"message":"Something went wrong","code":400}' };
const KNOWN: Canned = { body: JSON.stringify({ author_unique_id: 'river.keeper', embed_product_id: ID }) };
const INCONCLUSIVE: readonly (readonly [what: string, oembed: Canned])[] = [
  ['403', { status: 403 }],
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['a captcha', { body: '<div class="captcha_verify_img_slide"></div>' }],
];
const MISSING = "item doesn't exist";

const PRIVATE = 'private terminal';
const REGION = 'failed region';
const IN_REVIEW = 'failed in_review';
const GONE = 'gone terminal';
const UNREADABLE_HERE = 'failed unreadable_here';

const summaryOf = async (site: Parameters<typeof read>[0]): Promise<string> => {
  const outcome = await read(site);
  if (outcome.ok) return 'a post';
  return [outcome.code, outcome.reason, outcome.terminal ? 'terminal' : null].filter(Boolean).join(' ');
};

describe('a post with status 10204', () => {
  it.each([
    ['item_privacy_authorization&status_self_see', PRIVATE],
    ['item_privacy_authorization&status_friend_see', PRIVATE],
    ['status_followers_see', PRIVATE],
    ['status-mutual-see', PRIVATE],
    ['statusSelfSee', PRIVATE],
    ['visible: only me', PRIVATE],
    ['author_secret', PRIVATE],
    ['AUTHOR_PRIVATE', PRIVATE],
    ['content_classification', PRIVATE],
    ['item_classified', PRIVATE],
    ['cross_border_violation_eu', REGION],
    ['Cross-Border Violation', REGION],
    ['person_geo_fencing', REGION],
    ['item_geo_fencing', REGION],
    ['copyright_geo_filter', REGION],
    ['This video is unavailable in your country', REGION],
    ['status_reviewing', IN_REVIEW],
    ['item_privacy_authorization&status_reviewing', IN_REVIEW],
    ['item under review', IN_REVIEW],
    ['status_deleted', GONE],
    ['ITEM_DELETED', GONE],
  ])('is what its message says, whatever oEmbed answers: %s', async (message, expected) => {
    for (const oembed of [REJECTED, { status: 500 }])
      expect(await summaryOf({ desktop: code(10204, message), oembed })).toBe(expected);
  });

  it.each(['statusMsg', 'status_msg', 'statusMessage'])(
    'has its message in %s, on either page',
    async (name) => {
      const detail = { statusCode: 10204, [name]: 'status_friend_see', itemInfo: {} };
      for (const scope of ['webapp.video-detail', 'webapp.reflow.video.detail']) {
        const page = { body: wrapped(scope, detail) };
        expect(await summaryOf({ desktop: page, oembed: REJECTED })).toBe(PRIVATE);
        expect(await summaryOf({ desktop: { body: '' }, mobile: page, oembed: REJECTED })).toBe(PRIVATE);
      }
    },
  );

  it.each(INCONCLUSIVE)('is never gone where oEmbed answers %s', async (_what, oembed) => {
    for (const message of ['', MISSING])
      expect(await summaryOf({ desktop: code(10204, message), oembed })).toBe(UNREADABLE_HERE);
  });

  it('is gone only where the message says so and oEmbed rejects the post, too', async () => {
    expect(await summaryOf({ desktop: code(10204, MISSING), oembed: REJECTED })).toBe(GONE);
    expect(await summaryOf({ desktop: code(10204), oembed: REJECTED })).toBe(UNREADABLE_HERE);
    expect(await summaryOf({ desktop: code(10204, 'whatever'), oembed: REJECTED })).toBe(UNREADABLE_HERE);
  });

  it('is closed to the region of this server where oEmbed knows it', async () => {
    for (const message of ['', MISSING])
      expect(await summaryOf({ desktop: code(10204, message), oembed: KNOWN })).toBe(REGION);
  });

  it('is not requested again after a region block or while it is in review', async () => {
    for (const message of ['person_geo_fencing', 'status_reviewing']) {
      const site = { desktop: code(10204, message), mobile: { body: '' } };
      const outbound = siteClient(site);
      await read(site, outbound);
      expect(outbound.paths()).toEqual([`/@_/video/${ID}`]);
    }
  });
});

describe('the message beside another status', () => {
  it.each([
    [0, MISSING, 'gone'],
    [0, 'Video is unavailable', 'gone'],
    [0, 'status_self_see', PRIVATE],
    [0, 'person_geo_fencing', REGION],
    [0, 'status_reviewing', IN_REVIEW],
    [10202, 'author_secret', PRIVATE],
    [10216, MISSING, PRIVATE],
    [10231, MISSING, REGION],
    [10999, 'cross border violation', REGION],
    [10999, 'item was deleted', GONE],
    [10999, 'no service', 'failed page_refused'],
    [0, 'no service', 'failed page_refused'],
  ])('is read: %i %s', async (status, message, expected) => {
    expect(await summaryOf({ desktop: code(status, message) })).toBe(expected);
  });

  it('does not hide a post that is there', async () => {
    for (const statusMsg of [MISSING, 'status_reviewing', 'author_secret']) {
      const detail = { statusCode: 0, statusMsg, itemInfo: { itemStruct: video() } };
      expect(await summaryOf({ desktop: { body: wrapped('webapp.video-detail', detail) } })).toBe('a post');
    }
  });

  it('explains a post without its film', async () => {
    const detail = { statusCode: 0, statusMsg: 'status_reviewing', itemInfo: { itemStruct: { id: ID } } };
    expect(await summaryOf({ desktop: { body: wrapped('webapp.video-detail', detail) } })).toBe(IN_REVIEW);
    expect(await summaryOf({ desktop: desktop({ id: ID }) })).toBe('failed page_unreadable');
  });
});
