import { expect, it } from 'vitest';
import type { Post } from '#shared/contract/preview.ts';
import { authorFile, coverFile } from '../../features/result/extra-files.ts';
import { initialSelection } from '../../features/result/selection.ts';
import { sameMadeFile } from './device-files.ts';

const TEMPLATE = '{type}_{id}';
const post: Post = {
  id: 'ID1',
  platform: 'instagram',
  type: 'reels',
  username: 'mara',
  caption: '',
  thumbnail: '/api/media/cover',
  authorPicture: '/api/media/face',
  duration: 0,
  url: 'https://www.instagram.com/p/ID1/',
  source: 'instagram',
  engine: 'native',
  qualities: [],
  items: [{ kind: 'video', thumbnail: null, width: null, height: null, duration: 0, qualities: [] }],
};
const fresh: Post = { ...post, thumbnail: '/api/media/new-cover', authorPicture: '/api/media/new-face' };

it('finds cover and picture of the author again in a newer preview', () => {
  const again = (file: ReturnType<typeof coverFile>, newer: Post) =>
    file && sameMadeFile(newer, post, initialSelection(post), file, TEMPLATE);
  const face = authorFile(post, TEMPLATE);
  expect(again(face, fresh)).toMatchObject({ quality: 'author', url: '/api/media/new-face' });
  expect(again(coverFile(post, 0, TEMPLATE), fresh)).toMatchObject({ url: '/api/media/new-cover' });
  expect(again(face, { ...fresh, authorPicture: undefined })).toBeNull();
});
