import { describe, expect, it } from 'vitest';
import { linkAddress } from './link-address.ts';

describe('linkAddress', () => {
  it.each([
    ['https://harbour.example/a?b=1#c', 'https://harbour.example/a?b=1#c'],
    [' HTTP://Harbour.example ', 'http://harbour.example/'],
    ['harbour.example', 'https://harbour.example/'],
    ['harbour.example:8080/a b', 'https://harbour.example:8080/a%20b'],
    ['mara@harbour.example', 'mailto:mara@harbour.example'],
    ['mailto:mara@harbour.example?subject=Hi', 'mailto:mara@harbour.example?subject=Hi'],
    ['#faqs', '#faqs'],
    ['/help', '/help'],
    [' / ', '/'],
  ])('converts %j to %j', (typed, address) => expect(linkAddress(typed)).toBe(address));

  it.each([
    '',
    ' ',
    '#',
    '# a',
    'https://',
    'mailto:',
    'harbour',
    '/about us',
    '/\\harbour.example',
    '//harbour.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt://harbour.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'ftp://harbour.example',
    'tel:123',
  ])('rejects %j', (typed) => expect(linkAddress(typed)).toBeNull());
});
