import { describe, expect, it } from 'vitest';
import { extensionByMime, isMediaExtension, mimeByExtension } from './mime.ts';

describe('mimeByExtension', () => {
  it.each([
    ['mp4', 'video/mp4'],
    ['mp3', 'audio/mpeg'],
    ['webm', 'video/webm'],
    ['avi', 'video/avi'],
    ['jpg', 'image/jpeg'],
    ['jpeg', 'image/jpeg'],
    ['m4a', 'audio/mp4'],
    ['HEIC', 'image/heic'],
    ['.PNG', 'image/png'],
    ['mov', 'video/mp4'],
    ['', 'video/mp4'],
    ['__proto__', 'video/mp4'],
  ])('gives %j the type %s', (extension, mime) => {
    expect(mimeByExtension(extension)).toBe(mime);
  });
});

describe('extensionByMime', () => {
  it.each([
    ['video/mp4', 'mp4'],
    ['image/jpeg', 'jpg'],
    ['image/jpg', 'jpg'],
    ['Audio/MPEG', 'mp3'],
    ['audio/mp4; codecs="mp4a.40.2"', 'm4a'],
    ['image/webp', 'webp'],
    ['text/html', null],
    ['application/octet-stream', null],
    ['', null],
  ])('saves %j as %s', (mime, extension) => {
    expect(extensionByMime(mime)).toBe(extension);
  });
});

describe('isMediaExtension', () => {
  it('knows media from anything that could run', () => {
    expect(['mp4', '.JPG', 'm4a'].every(isMediaExtension)).toBe(true);
    expect(['exe', 'html', 'svg', '', 'mp4.exe'].some(isMediaExtension)).toBe(false);
  });
});
