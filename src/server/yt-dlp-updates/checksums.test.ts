import { describe, expect, it } from 'vitest';
import { parseChecksums } from './checksums.ts';

const A = 'a'.repeat(64);
const B = '0123456789abcdef'.repeat(4);

describe('the list of checksums', () => {
  it('has a sum for each file', () => {
    const sums = parseChecksums(`${A}  yt-dlp\n${B} *yt-dlp_linux\n`);
    expect([...(sums ?? [])]).toEqual([
      ['yt-dlp', A],
      ['yt-dlp_linux', B],
    ]);
    expect(parseChecksums(`${A}  yt-dlp_linux.zip\r\n`)?.get('yt-dlp_linux.zip')).toBe(A);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html>'],
    ['a short sum', `${A.slice(1)}  yt-dlp_linux\n`],
    ['a sum in capitals', `${A.toUpperCase()}  yt-dlp_linux\n`],
    ['no name', `${A}  \n`],
    ['a path', `${A}  ../yt-dlp_linux\n`],
    ['one space', `${A} yt-dlp_linux\n`],
    ['an empty line within', `${A}  yt-dlp\n\n${B}  yt-dlp_linux\n`],
    ['a name twice', `${A}  yt-dlp_linux\n${B}  yt-dlp_linux\n`],
    ['a part of a line', `${A}  yt-dlp_linux\n${B.slice(0, 20)}`],
  ])('is rejected with %s', (_what, text) => {
    expect(parseChecksums(text)).toBeNull();
  });
});
