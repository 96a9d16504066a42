import { describe, expect, it } from 'vitest';
import { isSamePost, parseTestPostLink } from './test-post-link.ts';

describe('the link of a test post', () => {
  it.each([
    [
      'instagram',
      'https://www.instagram.com/p/DFaultGon01/?utm_source=x',
      'https://www.instagram.com/p/DFaultGon01/',
    ],
    ['instagram', 'look: instagram.com/reel/DFaultGon01', 'https://www.instagram.com/p/DFaultGon01/'],
    [
      'instagram',
      'https://www.instagram.com/p/DFaultGon01/?img_index=3',
      'https://www.instagram.com/p/DFaultGon01/',
    ],
    [
      'tiktok',
      'https://www.tiktok.com/@mock.user/video/7400000000000000001?lang=en',
      'https://www.tiktok.com/@mock.user/video/7400000000000000001',
    ],
  ] as const)('is accepted for %s: %s', (platform, text, link) => {
    expect(parseTestPostLink(text, platform)).toBe(link);
  });

  it.each([
    ['instagram', 'https://www.tiktok.com/@mock.user/video/7400000000000000001'],
    ['tiktok', 'https://www.instagram.com/p/DFaultGon01/'],
    ['tiktok', 'https://vm.tiktok.com/ZMabcdefg/'],
    ['instagram', 'https://www.instagram.com/share/p/BAabcdefgh/'],
    ['instagram', 'https://www.instagram.com/stories/mock.user/3400000000000000001/'],
    ['instagram', 'https://evil.example/p/DFaultGon01/'],
    ['instagram', '/?sample=clip'],
    ['instagram', ''],
  ] as const)('is rejected for %s: %s', (platform, text) => {
    expect(parseTestPostLink(text, platform)).toBeNull();
  });

  it('is recognised as the same post under several addresses', () => {
    const post = 'https://www.instagram.com/p/DFaultGon01/';
    expect(isSamePost(post, 'https://www.instagram.com/reel/DFaultGon01/')).toBe(true);
    expect(isSamePost(post, 'https://www.instagram.com/p/DFaultGon02/')).toBe(false);
    expect(isSamePost(post, 'nothing')).toBe(false);
  });
});
