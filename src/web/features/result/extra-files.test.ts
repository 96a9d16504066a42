import { describe, expect, it } from 'vitest';
import type { Post, PostItem, Quality } from '#shared/contract/preview.ts';
import { authorFile, coverFile, detailsFiles } from './extra-files.ts';
import { initialSelection } from './selection.ts';

const TEMPLATE = '{user}_{type}_{id}_{n}';

const clip: Quality = {
  label: '720p HD',
  mime: 'video/mp4',
  size: 3 * 1_024 * 1_024,
  sizeKnown: true,
  url: '/api/media/clip-ticket',
  extension: 'mp4',
  quality: '720p',
  videoAvailable: true,
  audioAvailable: true,
  width: 720,
  height: 1_280,
  filename: 'mara_video_ID1_1.mp4',
};
const photo: Quality = {
  label: 'Photo',
  mime: 'image/webp',
  size: 5_000_000,
  sizeKnown: false,
  sizeGuessed: true,
  url: '/api/media/photo-ticket',
  extension: 'webp',
  quality: 'original',
  videoAvailable: false,
  audioAvailable: false,
  filename: 'mara_photo_ID1_2.webp',
};
const item = (kind: PostItem['kind'], duration: number, quality: Quality): PostItem => ({
  kind,
  thumbnail: `/api/media/${kind}-cover`,
  width: null,
  height: null,
  duration,
  qualities: [quality],
});
const post: Post = {
  id: 'ID1',
  platform: 'instagram',
  type: 'photos',
  username: 'mara',
  caption: 'First line\n\nand "more" 🌊',
  thumbnail: '/api/media/post-cover',
  duration: 12,
  url: 'https://www.instagram.com/p/ID1/',
  source: 'instagram',
  engine: 'native',
  qualities: [clip],
  items: [item('video', 12, clip), item('photo', 0, photo)],
};
const TODAY = new Date().toISOString().slice(0, 10);

const contentsOf = (one: Post): Promise<(string | undefined)[]> =>
  Promise.all(
    detailsFiles(one, { ...initialSelection(one), picked: one.items.map(() => false) }, TEMPLATE).map(
      ({ content }) => content?.text(),
    ),
  );

describe('detailsFiles', () => {
  it('tells author, link, whole caption and every file as text, whatever is selected', async () => {
    const [txt] = await contentsOf(post);
    expect(txt).toBe(
      [
        '@mara, Instagram post',
        'https://www.instagram.com/p/ID1/',
        '1\u00a0photo and 1\u00a0video',
        `Saved on ${TODAY}`,
        '',
        'First line',
        '',
        'and "more" 🌊',
        '',
        'mara_video_ID1_1.mp4, 720 × 1280 pixels, 0:12, 3.00 MB',
        'mara_photo_ID1_2.webp',
        '',
      ].join('\n'),
    );
  });

  it('tells the same as JSON, where what is not known is null', async () => {
    const [, json = ''] = await contentsOf(post);
    expect(JSON.parse(json)).toEqual({
      platform: 'instagram',
      type: 'photos',
      id: 'ID1',
      url: 'https://www.instagram.com/p/ID1/',
      author: 'mara',
      caption: post.caption,
      savedOn: TODAY,
      items: 2,
      media: [
        {
          kind: 'video',
          filename: 'mara_video_ID1_1.mp4',
          type: 'video/mp4',
          quality: '720p HD',
          width: 720,
          height: 1_280,
          duration: 12,
          size: 3 * 1_024 * 1_024,
        },
        {
          kind: 'photo',
          filename: 'mara_photo_ID1_2.webp',
          type: 'image/webp',
          quality: 'Photo',
          width: null,
          height: null,
          duration: null,
          size: null,
        },
      ],
    });
  });

  it('have no media link, no invented author and no link of a sample', async () => {
    const [txt, json] = await contentsOf({ ...post, platform: 'sample', username: 'unknown', caption: ' ' });
    expect(`${txt}${json}`).not.toMatch(/api\/media|ticket|cover|unknown|https:/u);
    expect(JSON.parse(json ?? '')).toMatchObject({ url: null, author: null });
  });

  it('are named by the template, without a position', () => {
    expect(
      detailsFiles(post, initialSelection(post), TEMPLATE).map(({ filename, sizeKnown }) => [
        filename,
        sizeKnown,
      ]),
    ).toEqual([
      ['mara_details_ID1.txt', true],
      ['mara_details_ID1.json', true],
    ]);
  });
});

describe('coverFile', () => {
  it('is the picture of the clip, or else that of the post', () => {
    expect(coverFile(post, 0, TEMPLATE)).toMatchObject({
      url: '/api/media/video-cover',
      filename: 'mara_cover_ID1_1.jpg',
      sizeKnown: false,
    });
    const single = { ...post, items: [{ ...item('audio', 9, clip), thumbnail: null }] };
    expect(coverFile(single, 0, TEMPLATE)).toMatchObject({
      url: '/api/media/post-cover',
      filename: 'mara_cover_ID1.jpg',
    });
    expect(coverFile({ ...single, thumbnail: null }, 0, TEMPLATE)).toBeNull();
  });

  it('is nothing for a photo', () => {
    expect(coverFile(post, 1, TEMPLATE)).toBeNull();
  });
});

describe('authorFile', () => {
  it("is the picture of the author's profile, named by the template without a position", () => {
    expect(authorFile({ ...post, authorPicture: '/api/media/face' }, TEMPLATE)).toMatchObject({
      url: '/api/media/face',
      filename: 'mara_author_ID1.jpg',
      sizeKnown: false,
    });
  });

  it('is nothing where the picture is unknown', () => {
    expect(authorFile(post, TEMPLATE)).toBeNull();
  });
});
