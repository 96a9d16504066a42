import { expect, it } from 'vitest';
import { describeText } from './describe-text.ts';

it.each([
  ['<p>Hello</p>', '5 characters'],
  ['<p>Hello <strong>from</strong> the harbour</p>', '22 characters'],
  ['<p>Fish &amp; chips&nbsp;&lt;3 &#x1f41f;</p>', '17 characters'],
  ['<p>A</p>', '1 character'],
  ['<p>Hello</p><img src="/api/logo/ab" alt="A boat">', '5 characters, 1 picture'],
  ['<p><img src="/api/logo/ab" alt=""><img src="/api/logo/cd" alt=""></p>', '2 pictures'],
  ['<p></p>', '0 characters'],
  ['', null],
])('describes %s by what a person typed', (html, words) => {
  expect(describeText(html)).toBe(words);
});
