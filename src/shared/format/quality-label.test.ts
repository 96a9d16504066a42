import { describe, expect, it } from 'vitest';
import { qualityForShortSide, qualityLabel, qualityLegend } from './quality-label.ts';

describe('qualityLabel', () => {
  it.each([
    ['hd', '720p HD'],
    ['HD', '720p HD'],
    ['full hd', '1080p Full HD'],
    ['Full HD', '1080p Full HD'],
    ['128kbps', 'Audio (MP3)'],
    ['medium', '480p'],
    ['low', '360p'],
    ['sd', 'sd'],
    ['41kbps', '41kbps'],
    ['No_Watermark', 'No_Watermark'],
    [' hd', ' hd'],
    ['', ''],
    ['constructor', 'constructor'],
  ])('labels %j as %j', (quality, label) => {
    expect(qualityLabel(quality)).toBe(label);
  });
});

describe('qualityForShortSide', () => {
  it.each([
    [1_080, '1080p', '1080p Full HD'],
    [1_062, '1080p', '1080p Full HD'],
    [720, '720p', '720p HD'],
    [716, '720p', '720p HD'],
    [640, '720p', '720p HD'],
    [576, '540p', '540p'],
    [540, '540p', '540p'],
    [480, '480p', '480p'],
    [360, '360p', '360p'],
    [2_160, '2160p', '2160p'],
    [144, '144p', '144p'],
  ])('maps %d pixels to %s', (side, quality, label) => {
    expect(qualityForShortSide(side)).toEqual({ quality, label });
  });

  it.each([0, -1, 0.2, Number.NaN, Number.POSITIVE_INFINITY])('returns null for %d', (side) => {
    expect(qualityForShortSide(side)).toBeNull();
  });
});

describe('qualityLegend', () => {
  const video = { width: 720, height: 1_280, extension: 'mp4' };

  it.each([
    ['1080p Full HD', video, 'Best quality, larger file'],
    ['1080p', video, 'Best quality, larger file'],
    ['1080p Full HD, H.265', video, 'Best quality, larger file'],
    ['720p HD', video, 'Balanced'],
    ['480p', video, 'Smaller and faster'],
    ['360p', video, '720×1280'],
    ['1080x1350p', video, '720×1280'],
    ['sd', { extension: 'mp4' }, 'MP4'],
    ['Original', { width: 0, height: null, extension: 'webp' }, 'WEBP'],
    ['Original', { width: 1_080, height: 1_350, extension: 'jpg' }, '1080×1350'],
    ['Audio (MP3)', { extension: 'mp3', quality: '128kbps' }, 'Sound only, 128 kbps'],
    ['Audio (MP3)', { extension: 'mp3', quality: 'audio' }, 'Sound only'],
    ['Audio (M4A)', { extension: 'm4a' }, 'Sound only'],
    ['41kbps', { extension: 'MP3', quality: '41kbps' }, 'Sound only'],
  ])('describes %s', (label, file, legend) => {
    expect(qualityLegend(label, file)).toBe(legend);
  });
});
