import { describe, expect, it } from 'vitest';
import { fileNameParts } from './file-name.tsx';

describe('fileNameParts', () => {
  it.each([
    [
      'instagram_video_DQuay-Walk01_1080p_2026-03-02.mp4',
      ['instagram_', 'video_', 'DQuay-', 'Walk01_', '1080p_', '2026-03-02.mp4'],
    ],
    [
      'tiktok_photos_7412_2026-03-02-part-1-of-3.zip',
      ['tiktok_', 'photos_', '7412_', '2026-03-02-', 'part-', '1-', 'of-', '3.zip'],
    ],
    ['Sound_2026-03-02.MP3', ['Sound_', '2026-03-02.MP3']],
    ['clip.mp4', ['clip.mp4']],
    ['clip', ['clip']],
  ])('splits %s', (name, parts) => {
    expect(fileNameParts(name)).toEqual(parts);
    expect(fileNameParts(name).join('')).toBe(name);
  });
});
