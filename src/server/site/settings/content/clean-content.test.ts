import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { CONTENT_LINK_REL } from '#shared/content-allow-list.ts';
import { CONTENT_MAX_CHARACTERS } from '#shared/limits.ts';
import { CONTENT_MAX_DEPTH, cleanContent } from './clean-content.ts';

const CLEANING_MAX_MS = 2_000;

/** Inputs and their expected output. */
const CASES: readonly (readonly [what: string, html: string, clean: string])[] = [
  ['all six headings', '<h1>a</h1><h6>b</h6>', '<h1>a</h1><h6>b</h6>'],
  [
    'formatting',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s></p>',
    '<p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s></p>',
  ],
  ['a size as style', '<span style="font-size: 18px">a</span>', '<span class="text-size-18">a</span>'],
  ['a size with other styles', '<p style="color:red;font-size:22px;">a</p>', '<p class="text-size-22">a</p>'],
  ['a size that is not offered', '<span style="font-size:40px">a</span>', 'a'],
  ['the default size', '<span style="font-size:16px">a</span>', 'a'],
  ['a size as class', '<span class="x text-size-12 y">a</span>', '<span class="text-size-12">a</span>'],
  ['two sizes', '<p class="text-size-12 text-size-22">a</p>', '<p class="text-size-12">a</p>'],
  ['another style', '<p style="position:fixed;inset:0">a</p>', '<p>a</p>'],
  [
    'a link',
    '<a href="https://savelet.test/?a=1&b=2">a</a>',
    `<a href="https://savelet.test/?a=1&amp;b=2" rel="${CONTENT_LINK_REL}">a</a>`,
  ],
  [
    'a link in a new tab',
    '<a rel="opener" target="_blank" href="mailto:ann@savelet.test">a</a>',
    `<a href="mailto:ann@savelet.test" target="_blank" rel="${CONTENT_LINK_REL}">a</a>`,
  ],
  ['a link to this page', '<a target="_blank" rel="x" href="#faqs">a</a>', '<a href="#faqs">a</a>'],
  [
    'another target',
    '<a href="https://savelet.test/" target="_top">a</a>',
    `<a href="https://savelet.test/" rel="${CONTENT_LINK_REL}">a</a>`,
  ],
  ['a script link', '<a href="javascript:alert(1)">a</a>', 'a'],
  [
    'a script link with inserted control characters',
    '<a href="java&#10;script:alert(1)">a</a><a href=" &#1;javascript:alert(1)">b</a>',
    'ab',
  ],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', 'a'],
  [
    'a link to a page of this site',
    '<a href="/help?a=1&b=2#c">a</a>',
    `<a href="/help?a=1&amp;b=2#c" rel="${CONTENT_LINK_REL}">a</a>`,
  ],
  [
    'a path that leads to another site',
    '<a href="//evil.example">a</a><a href="/\\evil.example">b</a><a href="\\\\evil.example">c</a><a href="/&#92;evil.example">d</a>',
    'abcd',
  ],
  [
    'a path with inserted control characters',
    '<a href="/&#9;/evil.example">a</a><a href="&#10;//evil.example">b</a><a href="/&#13;&#10;\\evil.example">c</a>',
    'abc',
  ],
  [
    'a script link that begins as a path',
    '<a href="/ javascript:alert(1)">a</a><a href="/\tjavascript:alert(1)">b</a>',
    `a<a href="/javascript:alert(1)" rel="${CONTENT_LINK_REL}">b</a>`,
  ],
  ['an address without a host', '<a href="https://">a</a>', 'a'],
  [
    'a picture of this site',
    '<img src="/api/logo/ab" alt="&quot;a&quot;" onerror=alert(1) srcset="//evil.example/a 1x">',
    '<img src="/api/logo/ab" alt="&quot;a&quot;" />',
  ],
  [
    'an embedded picture',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="data:image/png;base64,AAAA" />',
  ],
  [
    'a picture of another site',
    '<img src="https://evil.example/a.png"><img src="//evil.example/a"><img src="/\\evil.example/a">',
    '',
  ],
  [
    'a picture of another site with inserted control characters',
    '<img src="/&#9;/evil.example/a"><img src="&#10;//evil.example">',
    '',
  ],
  ['a drawing', '<img src="data:image/svg+xml;base64,AAAA"><svg><text>a</text><script>1</script></svg>', ''],
  ['a script', '<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  [
    'a style sheet',
    '<style>p{color:red}</style><link rel=stylesheet href="//evil.example"><p>a</p>',
    '<p>a</p>',
  ],
  ['handlers', '<p onclick="a()" onmouseover=b() id="x" name="y">a</p>', '<p>a</p>'],
  [
    'elements that are not allowed',
    '<div><form action="/x"><p>a</p><button>b</button></form></div>',
    '<p>a</p>b',
  ],
  [
    'frames and plug-ins',
    '<iframe srcdoc="<script>1</script>">x</iframe><object data="x">y</object><embed src="z">',
    '',
  ],
  ['comments', '<!-- <script>alert(1)</script> --><p>a</p><!--[if IE]><p>b</p><![endif]-->', '<p>a</p>'],
  [
    'a title that looks like markup',
    '<p title="</p><script>alert(1)</script>">a</p>',
    '<p title="&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;">a</p>',
  ],
  [
    'a table',
    '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td rowspan="x">b</td><td colspan="99999">c</td></tr></tbody></table>',
    '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
  ],
  ['elements that are not closed', '<h2>a<p><strong>b', '<h2>a<p><strong>b</strong></p></h2>'],
  ['closing tags without an opening tag', '</div></main></table>a', 'a'],
  ['invisible characters', '<p>a\u0000\u0007b</p>', '<p>ab</p>'],
  [
    'markup written as text',
    '<p>&lt;script&gt; 1 &lt; 2 &amp; 3</p>',
    '<p>&lt;script&gt; 1 &lt; 2 &amp; 3</p>',
  ],
  ['an empty text', '', ''],
];

describe('the content sanitiser', () => {
  it.each(CASES)('sanitises %s', async (_what, html, expected) => {
    expect(await cleanContent(html)).toBe(expected);
  });

  it.each(CASES)('leaves its own output unchanged: %s', async (_what, _html, expected) => {
    expect(await cleanContent(expected)).toBe(expected);
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'does not treat the inherited name %s as an allowed element, attribute, class or size',
    async (name) => {
      // A name that does not begin with a letter opens no element and remains text.
      const isElement = /^[a-z]/iu.test(name);
      const element = `<${name} ${name}="1" class="${name}">`;
      expect(await cleanContent(`${element}a</${name}>`)).toBe(
        isElement ? 'a' : `${element.replace('<', '&lt;').replace('>', '&gt;')}a`,
      );
      expect(
        await cleanContent(`<p ${name}="1" class="${name}" style="${name}:1;font-size:${name}px">a</p>`),
      ).toBe('<p>a</p>');
    },
  );

  it('drops links that carry user information', async () => {
    for (const user of ['ann@', 'ann:secret@', ':secret@', 'savelet.example%2f@'])
      expect(await cleanContent(`<a href="https://${user}evil.test/">a</a>`)).toBe('a');
  });

  it('rejects HTML that is nested too deep, whatever its elements', async () => {
    const nest = (element: string, depth: number) => `<${element}>`.repeat(depth);
    expect(await cleanContent(nest('blockquote', CONTENT_MAX_DEPTH))).not.toBeNull();
    expect(await cleanContent(nest('blockquote', CONTENT_MAX_DEPTH + 1))).toBeNull();
    expect(await cleanContent(nest('x', CONTENT_MAX_DEPTH + 1))).toBeNull();
  });

  it.each([
    ['open elements', '<b>', '</i>'],
    ['angle brackets', '<', ''],
    ['attributes', '<p ', 'a=1 '],
    ['entities', '&#x26;', ''],
    ['comments', '<!--', '--'],
    ['paragraphs', '<p>a</p>', ''],
    ['unclosed raw texts', '<noscript></p>', '<xmp>'],
    ['styles', '<p style="', 'font-size: '],
  ])('finishes quickly on a text full of %s', async (_what, first, then) => {
    const half = CONTENT_MAX_CHARACTERS / 2;
    const html = first.repeat(half / first.length) + then.repeat(then === '' ? 0 : half / then.length);
    // Processor time, which other programs do not lengthen.
    const start = process.cpuUsage();
    await cleanContent(html);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(CLEANING_MAX_MS);
  });
});
