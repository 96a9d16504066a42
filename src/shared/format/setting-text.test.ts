import { describe, expect, it } from 'vitest';
import { SITE_SETTINGS } from '../contract/site-settings.ts';
import { changedPart, htmlText, navbarText } from './setting-text.ts';

describe('the part of a setting that changed', () => {
  it.each([
    ['Home #home, FAQs #faqs', 'Home #home, Questions #faqs', 'FAQs #faqs', 'Questions #faqs'],
    ['Instagram on, TikTok on', 'Instagram on, TikTok off', 'TikTok on', 'TikTok off'],
    ['native, sample', 'sample, native', 'native, sample', 'sample, native'],
    ['A, B', 'A, B, C', '', 'C'],
    ['A, A, B', 'A, B', 'A', ''],
    ['', 'A', '', 'A'],
  ])('is whole entries of a list: %j to %j', (before, after, from, to) =>
    expect(changedPart(before, after, ', ')).toEqual([from, to]),
  );

  it.each([
    ['Old site', 'New site', 'Old site', 'New site'],
    [
      'one two three four five six old seven eight nine ten eleven',
      'one two three four five six new seven eight nine ten eleven',
      '… three four five six old seven eight nine ten …',
      '… three four five six new seven eight nine ten …',
    ],
    ['a b c d e', 'a b c d e f', '… b c d e', '… b c d e f'],
    ['', 'a b', '', 'a b'],
  ])('is words of prose with a few around them: %j to %j', (before, after, from, to) =>
    expect(changedPart(before, after, ' ')).toEqual([from, to]),
  );
});

describe('the words of HTML', () => {
  it.each([
    ['<h2>Welcome</h2><p>Tea &amp; cake&nbsp;for &lt;all&gt;</p>', 'Welcome Tea & cake for <all>'],
    ['<p>&amp;lt;</p>', '&lt;'],
    ['<p>Our boat</p><img src="data:image/png;base64,x" alt="">', 'Our boat [picture]'],
    ['', ''],
  ])('of %j are %j', (html, words) => expect(htmlText(html)).toBe(words));
});

it('the text of a navbar tells a changed target', () => {
  const { links, ...rest } = SITE_SETTINGS.navbar.default;
  const moved = { ...rest, links: links.map((link) => ({ ...link, target: 'https://harbour.example/' })) };
  expect(navbarText(moved)).toContain('https://harbour.example/');
  expect(navbarText(moved)).not.toBe(navbarText(SITE_SETTINGS.navbar.default));
});
