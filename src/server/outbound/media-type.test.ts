import { describe, expect, it } from 'vitest';
import {
  chooseMediaType,
  type ExpectedMedia,
  readFileType,
  readMediaType,
  sniffMedia,
} from './media-type.ts';

const bytes = (latin1: string): Buffer => Buffer.from(latin1.padEnd(600, '\0'), 'latin1');
const detect = (latin1: string) => {
  const sniffed = sniffMedia(bytes(latin1), false);
  return sniffed.kind === 'media' ? sniffed.mime : sniffed.kind;
};
const expected = (mediaKind: ExpectedMedia['mediaKind'], mime: string): ExpectedMedia => ({
  purpose: 'media',
  mediaKind,
  mime,
});

describe('sniffMedia', () => {
  it.each([
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\0\0\0\x18ftypisom', 'video/mp4'],
    ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
    ['\0\0\0\x18ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['\0\0\0\x18ftypheic', 'image/heic'],
    ['\0\0\0\x18moov', 'video/mp4'],
    ['\x1a\x45\xdf\xa3', 'video/webm'],
    ['ID3\x04', 'audio/mpeg'],
    ['\xff\xfb\x90', 'audio/mpeg'],
    ['\xff\xf1\x50', 'audio/aac'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF89a', 'image/gif'],
    ['RIFF\0\0\0\0WEBP', 'image/webp'],
    ['\x01\x02\x03\x04', 'unknown'],
  ])('detects %j as %s', (text, expected) => {
    expect(detect(text)).toBe(expected);
  });

  it.each([
    '<!DOCTYPE html><script>alert(1)</script>',
    '\n\t <html>',
    '\xef\xbb\xbf<html>',
    '<?xml version="1.0"?><svg onload="x"/>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!-- a --><script>',
    '\0<html>',
    '\xff\xfe<\0h\0',
    '\xfe\xff\0<\0h',
  ])('detects %j as text, whatever follows it', (text) => {
    expect(detect(text)).toBe('text');
  });

  it.each([
    '{"error":"gone"}',
    'Access denied',
    'Zugriff verweigert für Sie',
    '',
    'GIF is a format',
    'a'.repeat(600),
  ])('detects a whole body of %j as text', (text) => {
    expect(sniffMedia(Buffer.from(text), false)).toEqual({ kind: 'text' });
  });

  it('detects two bytes of a file as text only if they begin a page or a JSON object', () => {
    expect(sniffMedia(Buffer.from('\xff\xd8', 'latin1'), true)).toEqual({ kind: 'unknown' });
    expect(sniffMedia(Buffer.from('ID'), true)).toEqual({ kind: 'unknown' });
    expect(sniffMedia(Buffer.from('<!'), true)).toEqual({ kind: 'text' });
    expect(sniffMedia(Buffer.from('{"'), true)).toEqual({ kind: 'text' });
  });
});

describe('captions', () => {
  it.each([
    'WEBVTT',
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello',
    'WEBVTT\r\n\r\n',
    'WEBVTT - English\n',
    'WEBVTT\tA note\n',
    '\ufeffWEBVTT\n\n',
  ])('are detected by their signature: %j', (text) => {
    expect(sniffMedia(Buffer.from(text), false)).toEqual({ kind: 'captions' });
  });

  it.each(['WEBVTTS\n', ' WEBVTT\n', 'webvtt\n', '<b>WEBVTT', '1\n00:00:00,000 --> 00:00:01,000\nHello'])(
    'are not detected in %j',
    (text) => {
      expect(sniffMedia(Buffer.from(text), false)).toEqual({ kind: 'text' });
    },
  );

  it('are sent as text/vtt, whichever of the usual types a network states', () => {
    const stated = ['text/vtt', 'text/plain; charset=utf-8', 'binary/octet-stream', undefined];
    expect(stated.map((type) => readFileType('captions', type))).toEqual(stated.map(() => 'text/vtt'));
    expect(readFileType('captions', 'text/html')).toBeNull();
    expect(readFileType('captions', 'video/mp4')).toBeNull();
    expect(readFileType('video', 'text/vtt')).toBeNull();
    expect(readFileType('video', 'video/mp4')).toBe('video/mp4');
  });

  it('are sent only where captions are expected, and nothing else there', () => {
    const captions = expected('captions', 'text/vtt');
    expect(chooseMediaType(captions, 'text/vtt', { kind: 'captions' })).toBe('text/vtt');
    expect(chooseMediaType(captions, 'text/vtt', { kind: 'text' })).toBeNull();
    expect(chooseMediaType(captions, 'text/vtt', { kind: 'unknown' })).toBeNull();
    expect(chooseMediaType(captions, 'text/vtt', { kind: 'media', mime: 'video/mp4' })).toBeNull();
    expect(chooseMediaType(expected('video', 'video/mp4'), 'video/mp4', { kind: 'captions' })).toBeNull();
  });
});

describe('media types', () => {
  it('allows media and untyped bytes, but nothing that a browser would run', () => {
    expect(readMediaType('Video/MP4; codecs="avc1"')).toBe('video/mp4');
    expect(readMediaType('image/jpg')).toBe('image/jpeg');
    expect(readMediaType('binary/octet-stream')).toBe('application/octet-stream');
    expect(readMediaType(undefined)).toBe('application/octet-stream');
    for (const type of [
      'text/html',
      'text/plain',
      'image/svg+xml',
      'application/xml',
      'application/json',
      'multipart/byteranges',
      'application/pdf',
      'video/mp4, text/html',
    ])
      expect(readMediaType(type), type).toBeNull();
  });

  it('chooses the expected type, corrected by the detected type', () => {
    const sniffed = (mime: string) => ({ kind: 'media', mime }) as const;
    const video = expected('video', 'video/mp4');
    expect(chooseMediaType(video, 'application/octet-stream', { kind: 'unknown' })).toBe('video/mp4');
    expect(chooseMediaType(video, 'video/mp4', sniffed('video/webm'))).toBe('video/webm');
    expect(chooseMediaType(expected('audio', 'audio/mp4'), 'video/mp4', sniffed('video/mp4'))).toBe(
      'audio/mp4',
    );
    expect(chooseMediaType(expected('audio', 'audio/mpeg'), 'video/mp4', sniffed('video/mp4'))).toBe(
      'audio/mp4',
    );
    expect(chooseMediaType(expected('photo', 'image/jpeg'), 'image/jpeg', sniffed('image/webp'))).toBe(
      'image/webp',
    );
    expect(chooseMediaType(expected('photo', 'text/html'), 'image/png', { kind: 'unknown' })).toBe(
      'image/png',
    );
    expect(chooseMediaType(video, 'video/mp4', sniffed('image/jpeg'))).toBeNull();
    expect(chooseMediaType(expected('photo', 'image/jpeg'), 'image/jpeg', sniffed('video/mp4'))).toBeNull();
    expect(chooseMediaType(video, 'video/mp4', { kind: 'text' })).toBeNull();
  });
});
