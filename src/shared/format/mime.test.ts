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
    ['vtt', 'text/vtt'],
    ['.PNG', 'image/png'],
    ['mov', 'video/mp4'],
    ['', 'video/mp4'],
    ['__proto__', 'video/mp4'],
  ])('returns the media type of extension %j: %s', (extension, mime) => {
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
  ])('returns the extension of %j: %s', (mime, extension) => {
    expect(extensionByMime(mime)).toBe(extension);
  });
});

describe('isMediaExtension', () => {
  it('accepts media extensions and rejects executable ones', () => {
    expect(['mp4', '.JPG', 'm4a'].every(isMediaExtension)).toBe(true);
    expect(['exe', 'html', 'svg', '', 'mp4.exe'].some(isMediaExtension)).toBe(false);
  });
});
