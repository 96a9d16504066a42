import { describe, expect, it } from 'vitest';
import { trialPostsOf } from './trial-posts.ts';

const VIDEO = 'https://www.tiktok.com/@mock.user/video/7400000000000000001';
const PHOTO = 'https://www.tiktok.com/@mock.user/photo/7400000000000000002';
const REEL = 'https://www.instagram.com/reel/DMocksReel1/';

const idsOf = (
  platforms: { instagram: boolean; tiktok: boolean },
  canaries: { instagram: string[]; tiktok: string[] },
) =>
  trialPostsOf({ platforms, canaries }, ({ kind }) => kind !== 'photo').map(({ platform, links }) => [
    platform,
    ...links.map(({ id }) => id),
  ]);

describe('the posts of a trial', () => {
  it('are those of the owner on the platforms that are on', () => {
    const chosen = { instagram: [REEL], tiktok: [VIDEO] };
    expect(idsOf({ instagram: true, tiktok: true }, chosen)).toEqual([
      ['instagram', 'DMocksReel1'],
      ['tiktok', '7400000000000000001'],
    ]);
    expect(idsOf({ instagram: false, tiktok: true }, chosen)).toEqual([['tiktok', '7400000000000000001']]);
    expect(idsOf({ instagram: false, tiktok: false }, chosen)).toEqual([]);
  });

  it('are built-in ones where the owner has none that the program reads', () => {
    expect(idsOf({ instagram: true, tiktok: true }, { instagram: [], tiktok: [PHOTO] })).toEqual([
      ['instagram', 'aye83DjauH', 'Chunk8-jurw'],
      ['tiktok', '6748451240264420610'],
    ]);
    expect(idsOf({ instagram: false, tiktok: true }, { instagram: [], tiktok: [PHOTO, VIDEO] })).toEqual([
      ['tiktok', '7400000000000000001'],
    ]);
  });
});
