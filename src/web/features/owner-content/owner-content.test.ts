import { describe, expect, it } from 'vitest';
import { presentContent } from './owner-content.tsx';

const REL = 'noopener noreferrer nofollow';
const shown = (html: string): string => presentContent(html).html;

describe('presentContent', () => {
  it('moves headings one level down and keeps their size', () => {
    expect(shown('<h1>A</h1><h5>B</h5><h6>C</h6>')).toBe(
      '<h2 class="heading-1">A</h2><h6 class="heading-5">B</h6><h6 class="heading-6">C</h6>',
    );
  });

  it('keeps the size class and the title of a heading', () => {
    expect(shown('<h2 title="t" class="text-size-18">A</h2>')).toBe(
      '<h3 title="t" class="heading-2 text-size-18">A</h3>',
    );
  });

  it('leaves hr and text that looks like a heading unchanged', () => {
    expect(shown('<hr /><p>h1 &lt;h1&gt; rel="x"</p>')).toBe('<hr><p>h1 &lt;h1&gt; rel="x"</p>');
  });

  it('gives external links the required rel, replacing any other', () => {
    expect(shown('<a rel="opener" href="https://harbour.example" target="_blank">A</a>')).toBe(
      `<a href="https://harbour.example" target="_blank" rel="${REL}">A</a>`,
    );
    expect(shown('<a rel="x" href="#faqs">A</a><a>B</a>')).toBe('<a href="#faqs">A</a><a>B</a>');
  });

  it('does not mistake text inside an attribute for an attribute', () => {
    expect(shown('<h2 title="x class=" class="text-size-18">A</h2>')).toBe(
      '<h3 title="x class=" class="heading-2 text-size-18">A</h3>',
    );
    expect(shown('<h2 title="x class=">A</h2>')).toBe('<h3 title="x class=" class="heading-2">A</h3>');
    expect(shown('<a title="x rel=" href="https://harbour.example">A</a>')).toBe(
      `<a title="x rel=" href="https://harbour.example" rel="${REL}">A</a>`,
    );
    expect(shown('<a title="x href=" href="#faqs">A</a>')).toBe('<a title="x href=" href="#faqs">A</a>');
    expect(shown('<p title="&lt;h1&gt;">A</p>')).toBe('<p title="&lt;h1&gt;">A</p>');
  });

  it('handles nested headings and keeps every character', () => {
    expect(
      shown('<blockquote><h3>A <em>é</em>&nbsp;&amp; B</h3></blockquote><img src="/a" alt="&quot;">'),
    ).toBe(
      '<blockquote><h4 class="heading-3">A <em>é</em>&nbsp;&amp; B</h4></blockquote><img src="/a" alt="&quot;">',
    );
  });
});

describe('content without text or picture', () => {
  it.each(['', ' \n', '<p></p>', '<p>&nbsp;<br></p>', '<h2> </h2><hr>', '<p title="a"></p>'])(
    'is empty: %j',
    (html) => expect(presentContent(html).isEmpty).toBe(true),
  );
  it.each(['a', '<p>a</p>', '<img src="/api/logo/1" alt="">', '<p>&amp;</p>'])('is not empty: %j', (html) =>
    expect(presentContent(html).isEmpty).toBe(false),
  );
});

describe('the name of the section', () => {
  it('is the text of the first heading', () => {
    expect(
      presentContent('<p>a</p><h3 class="text-size-20">Q&amp;A <em>today</em></h3><h1>b</h1>').heading,
    ).toBe('Q&A today');
    expect(presentContent('<h1>1 &amp;lt; 2</h1>').heading).toBe('1 &lt; 2');
  });
  it('is null without a heading', () => {
    expect(presentContent('<p>a</p>').heading).toBeNull();
    expect(presentContent('<h1> </h1>').heading).toBeNull();
  });
});
